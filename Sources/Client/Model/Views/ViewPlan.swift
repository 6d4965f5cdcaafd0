/// The views of a response in addition to its tree, as described in the catalog.
package enum ViewPlan: Hashable, Sendable {
  /// A view for one kind of content.
  case named(ViewName)
  /// Parts of the response, in this order. Each part has one of five layouts.
  case parts([ViewPart])
}

/// A part of a response, with a layout that suits any response.
package struct ViewPart: Hashable, Sendable {
  package enum Form: String, Hashable, Sendable, CaseIterable {
    /// A row for each element, and a column for each member.
    case table
    /// Each value after its name. Members are shown below their object.
    case tree
    /// Elements with a position on a page, in reading order.
    case boxes
    /// A table in which bars represent numbers.
    case bars
    /// A line for each element of a list, or for each line of a string.
    case list
  }

  package var form: Form
  /// A JSON Pointer from the root of the result. `*` instead of a key matches each element of a
  /// list. If the response does not contain the part, it is omitted.
  package var pointer: String
  /// The title above the part. Empty if there is none.
  package var title: String
  /// The displayed members, in this order. If empty, all members are displayed. `a/b` is the member
  /// `b` of `a`.
  package var fields: [String]
  /// The member that contains an element's name. If nil, elements are numbered.
  package var label: String?
  /// The member with the number that a bar represents. Nil if the layout has no bars.
  package var amount: String?
  /// The member by which a tree's elements are grouped. Nil if they are not grouped.
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
