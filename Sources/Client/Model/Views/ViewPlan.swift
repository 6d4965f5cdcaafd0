/// The display of a response in addition to its tree, as described in its catalog.
package enum ViewPlan: Hashable, Sendable {
  /// A view for one kind of content.
  case named(ViewName)
  /// Parts of the response, each in one of five layouts, in this order.
  case parts([ViewPart])
}

/// One part of a response, in one of the layouts that are suitable for any response.
package struct ViewPart: Hashable, Sendable {
  package enum Form: String, Hashable, Sendable, CaseIterable {
    /// A row for each element, and a column for each member.
    case table
    /// Each value after its name, with members below their object.
    case tree
    /// Elements with a position on a page, in reading order.
    case boxes
    /// A table in which the length of a bar represents a number.
    case bars
    /// A line for each element, or for each line of a string.
    case list
  }

  package var form: Form
  /// A JSON Pointer from the root of the result. An asterisk instead of a key matches each element
  /// of a list in turn. A part that is not in the response is omitted.
  package var pointer: String
  /// The title above the part, or an empty string for none.
  package var title: String
  /// The displayed members, in this order. Empty displays all of them. `a/b` is the member `b` of
  /// `a`.
  package var fields: [String]
  /// The member that contains the name of an element. With nil, elements are numbered.
  package var label: String?
  /// The member whose number a bar represents, or nil if the layout has no bars.
  package var amount: String?
  /// The member by which the elements of a tree are grouped, or nil if they are not grouped.
  package var group: String?

  package init(
    _ form: Form, _ pointer: String, title: String = "", fields: [String] = [],
    label: String? = nil, amount: String? = nil, group: String? = nil
  ) {
    self.form = form
    self.pointer = pointer
    self.title = title
    self.fields = fields
    self.label = label
    self.amount = amount
    self.group = group
  }
}
