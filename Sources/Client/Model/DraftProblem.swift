/// Something wrong with a draft, tied to the field where it is to be corrected.
package struct DraftProblem: Error, Hashable, Sendable {
  /// Where in a draft; indices count from 0 in the field lists.
  package enum Place: Hashable, Sendable {
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

  package var place: Place
  package var what: String
  package var why: String
  package var whatToDo: String

  package init(_ place: Place, what: String, why: String, whatToDo: String) {
    self.place = place
    self.what = what
    self.why = why
    self.whatToDo = whatToDo
  }
}
