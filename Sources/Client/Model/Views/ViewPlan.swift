/// How a response is shown beside its tree, as its catalog describes it.
package enum ViewPlan: Hashable, Sendable {
  /// A view for one kind of content.
  case named(ViewName)
  /// Parts of the response, each in one of five forms, in this order.
  case parts([ViewPart])
}

/// One part of a response in one of the forms that fit any response.
package struct ViewPart: Hashable, Sendable {
  package enum Form: String, Hashable, Sendable, CaseIterable {
    /// A row for each element, a column for each member.
    case table
    /// Each value behind its name, members below their object.
    case tree
    /// Elements with a place on a page, in reading order.
    case boxes
    /// A table in which the length of a bar stands for a number.
    case bars
    /// A line for each element, or for each line of a text.
    case list
  }

  package var form: Form
  /// A JSON Pointer from the root of the result. An asterisk in place of a key stands for each element of a
  /// list in turn. A part that the response does not have is left out.
  package var pointer: String
  /// What stands above the part; empty for nothing.
  package var title: String
  /// The members that are shown, in this order; all of them when empty. `a/b` is the member `b` of `a`.
  package var fields: [String]
  /// The member that names an element.
  package var label: String?
  /// The member whose number a bar stands for.
  package var amount: String?
  /// The member by which the elements of a tree are grouped.
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
