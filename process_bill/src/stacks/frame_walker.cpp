// SPDX-License-Identifier: BSL-1.0
#include "frame_walker.hpp"

#include "machine_code.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

namespace tollgate::bill {
namespace {

/// libdw wants to know the process and the thread, but only for callbacks that need them.
constexpr pid_t any_number = 1;

/// Whether the files are of the processor for which this program was built: not of a 32-bit
/// process.
bool is_this_machine(Dwfl* handle) {
    const auto check = [](Dwfl_Module* module, void**, const char*, Dwarf_Addr, void* same) -> int {
        GElf_Addr bias = 0;
        GElf_Ehdr header{};
        Elf* file = dwfl_module_getelf(module, &bias);
        if (file == nullptr || gelf_getehdr(file, &header) == nullptr) {
            return DWARF_CB_OK; // the next file tells it
        }
        *static_cast<bool*>(same) = header.e_machine == this_machine.elf_machine;
        return DWARF_CB_ABORT;
    };
    bool same = false;
    dwfl_getmodules(handle, check, &same, 0);
    return same;
}

/// Whether call frame information says that a function has no caller. libdw's unwinder ends in the
/// same way if it does not know a register that it needs.
bool is_outermost(Dwfl* handle, Dwarf_Addr address) {
    Dwfl_Module* module = dwfl_addrmodule(handle, address);
    if (module == nullptr) {
        return false;
    }
    for (const auto table : {&dwfl_module_eh_cfi, &dwfl_module_dwarf_cfi}) {
        Dwarf_Addr bias = 0;
        Dwarf_CFI* information = table(module, &bias);
        Dwarf_Frame* found = nullptr;
        if (information == nullptr ||
            dwarf_cfi_addrframe(information, address - bias, &found) != 0) {
            continue;
        }
        const std::unique_ptr<Dwarf_Frame, decltype(&std::free)> frame(found, &std::free);
        const int return_address = dwarf_frame_info(found, nullptr, nullptr, nullptr);
        std::array<Dwarf_Op, 3> memory{};
        Dwarf_Op* rule = nullptr;
        std::size_t length = 0;
        // A rule that is empty, but there, stands for an undefined register.
        return dwarf_frame_register(found, return_address, memory.data(), &rule, &length) == 0 &&
               length == 0 && rule == memory.data();
    }
    return false;
}

bool tell_thread(Dwfl*, pid_t, void* walker, void** thread_data) {
    *thread_data = walker;
    return true;
}

pid_t tell_no_more_threads(Dwfl*, void*, void**) {
    return 0;
}

} // namespace

frame_walker::frame_walker(process_code& code) : code_(code) {
    static const Dwfl_Thread_Callbacks callbacks{
        &tell_no_more_threads,        &tell_thread, &frame_walker::read,
        &frame_walker::set_registers, nullptr,      nullptr};
    Dwfl* handle = code.handle();
    attached_ =
        is_this_machine(handle) && dwfl_attach_state(handle, nullptr, any_number, &callbacks, this);
}

bool frame_walker::read(Dwfl*, Dwarf_Addr address, Dwarf_Word* value, void* walker) {
    auto& self = *static_cast<frame_walker*>(walker);
    const std::optional<std::uint64_t> word = self.stack_->word(address);
    if (word) {
        *value = *word;
        self.read_.emplace_back(address, *word);
    }
    return word.has_value();
}

bool frame_walker::set_registers(Dwfl_Thread* thread, void* walker) {
    const frame_registers& from = *static_cast<frame_walker*>(walker)->from_;
    // The instruction before a return address is in the function that called.
    dwfl_thread_state_register_pc(thread, from.instruction - (from.is_caller ? 1 : 0));
    const Dwarf_Word stack_pointer = from.stack_pointer;
    bool set = dwfl_thread_state_registers(thread, this_machine.stack_pointer, 1, &stack_pointer);
    if (from.frame_pointer) {
        const Dwarf_Word frame_pointer = *from.frame_pointer;
        set = set &&
              dwfl_thread_state_registers(thread, this_machine.frame_pointer, 1, &frame_pointer);
    }
    return set;
}

int frame_walker::add(Dwfl_Frame* frame, void* walker) {
    return static_cast<frame_walker*>(walker)->add(frame);
}

int frame_walker::add(Dwfl_Frame* frame) {
    Dwarf_Addr address = 0;
    Dwarf_Word stack_pointer = 0;
    if (!dwfl_frame_pc(frame, &address, nullptr) ||
        dwfl_frame_reg(frame, static_cast<unsigned>(this_machine.stack_pointer), &stack_pointer) !=
            0) {
        return DWARF_CB_ABORT;
    }
    if (!std::exchange(is_first_, false)) {
        if (!code_.is_code(address) || stack_pointer <= found_.stack_pointer) {
            return DWARF_CB_ABORT;
        }
        const auto slot = std::find_if(read_.rbegin(), read_.rend(),
                                       [&](const auto& one) { return one.second == address; });
        found_.callers.push_back({address, slot == read_.rend() ? 0 : slot->first, false});
        found_.stack_pointer = stack_pointer;
    }
    read_.clear();
    return found_.callers.size() < most_ ? DWARF_CB_OK : DWARF_CB_ABORT;
}

frame_walker::result frame_walker::walk(const frame_registers& frame, copied_stack& stack,
                                        std::size_t most) {
    from_ = &frame;
    stack_ = &stack;
    most_ = most;
    is_first_ = true;
    read_.clear();
    found_ = {{}, false, frame.stack_pointer};
    if (attached_) {
        const int end = dwfl_getthread_frames(code_.handle(), any_number, &frame_walker::add, this);
        const Dwarf_Addr last = found_.callers.empty()
                                    ? frame.instruction - (frame.is_caller ? 1 : 0)
                                    : found_.callers.back().return_address - 1;
        found_.at_end = end != DWARF_CB_ABORT && is_outermost(code_.handle(), last);
    }
    return std::move(found_);
}

} // namespace tollgate::bill
