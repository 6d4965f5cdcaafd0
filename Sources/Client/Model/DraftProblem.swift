/// An error in a draft. It names the field that the user must correct.
package struct DraftProblem: Error, Hashable, Sendable {
  /// A field of a draft. Each list of fields has its own indices, starting at 0.
  package enum Location: Hashable, Sendable {
    case method, url
    case pathVariable(String)
    case query(Int)
    case header(Int)
    case formField(Int)
    case part(Int)
    case body, authorization
    case assertion(Int)
    case option(String)
  }

  package var place: Location
  package var what: String
  package var why: String
  package var whatToDo: String

  package init(_ place: Location, what: String, why: String, whatToDo: String) {
    self.place = place
    self.what = what
    self.why = why
    self.whatToDo = whatToDo
  }
}
