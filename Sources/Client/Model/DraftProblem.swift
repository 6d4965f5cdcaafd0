/// Something wrong with a draft, tied to the field where it is to be mended.
public struct DraftProblem: Error, Hashable, Sendable {
  /// Where in a draft; indices count from 0 in the field lists.
  public enum Place: Hashable, Sendable {
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

  public var place: Place
  public var what: String
  public var why: String
  public var whatToDo: String

  public init(_ place: Place, what: String, why: String, whatToDo: String) {
    self.place = place
    self.what = what
    self.why = why
    self.whatToDo = whatToDo
  }
}
