// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::cancel::detail {

/// A list through the members `next` and `link` of its nodes; `link` is where the pointer to the
/// node stands, so that a node leaves without knowing its list.
template <class Node>
void link_first(Node*& first, Node& one) noexcept {
    one.next = first;
    one.link = &first;
    if (one.next != nullptr) {
        one.next->link = &one.next;
    }
    first = &one;
}

template <class Node>
void leave_list(const Node& one) noexcept {
    *one.link = one.next;
    if (one.next != nullptr) {
        one.next->link = one.link;
    }
}

} // namespace tollgate::cancel::detail
