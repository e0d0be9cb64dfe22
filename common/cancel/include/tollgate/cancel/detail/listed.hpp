// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::cancel::detail {

/// A node's place in a list. The node leaves the list without knowing it: `link` is the pointer
/// that points to the node.
template <class Node>
struct listed {
    Node* next = nullptr;
    Node** link = nullptr;
};

/// Inserts the node before the node at `at`. `Place` is the member by which the list is linked.
template <auto Place, class Node>
void enter_list(Node*& at, Node& node) noexcept {
    listed<Node>& own = node.*Place;
    own = {at, &at};
    if (own.next != nullptr) {
        (own.next->*Place).link = &own.next;
    }
    at = &node;
}

template <auto Place, class Node>
void leave_list(const Node& node) noexcept {
    const listed<Node>& own = node.*Place;
    *own.link = own.next;
    if (own.next != nullptr) {
        (own.next->*Place).link = own.link;
    }
}

} // namespace tollgate::cancel::detail
