// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::cancel::detail {

/// The links of a node in a list. `link` is the address of the pointer that points to the node. So
/// a node can leave a list without access to the head of the list.
template <class Node>
struct listed {
    Node* next = nullptr;
    Node** link = nullptr;
};

/// Inserts the node before the node to which `at` points. `Place` is the member with the links.
template <auto Place, class Node>
void enter_list(Node*& at, Node& node) noexcept {
    listed<Node>& own = node.*Place;
    own = {at, &at};
    if (own.next != nullptr) {
        (own.next->*Place).link = &own.next;
    }
    at = &node;
}

/// Removes the node from its list.
template <auto Place, class Node>
void leave_list(const Node& node) noexcept {
    const listed<Node>& own = node.*Place;
    *own.link = own.next;
    if (own.next != nullptr) {
        (own.next->*Place).link = own.link;
    }
}

} // namespace tollgate::cancel::detail
