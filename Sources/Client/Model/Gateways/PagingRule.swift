/// How a server hands out a list in pages, for servers whose `Link` header does not say it.
public struct PagingRule: Hashable, Sendable {
  /// What a request says of the page that it asks for.
  public enum Kind: Hashable, Sendable {
    /// The number of the page; the first one has this number.
    case number(first: Int)
    /// The number of items before the page.
    case offset
    /// A value that the response of the page before gave.
    case cursor(ValuePlace)
  }

  /// Where the request says it.
  public enum Parameter: Hashable, Sendable {
    /// In this field of the query.
    case query(String)
    /// In this header.
    case header(String)
    /// In the JSON body, at this JSON Pointer.
    case body(String)
  }

  /// Where a response has a value.
  public enum ValuePlace: Hashable, Sendable {
    /// In the JSON body, at this JSON Pointer.
    case body(String)
    /// In this header.
    case header(String)
  }

  /// What the request says.
  public var kind: Kind
  /// Where the request says it.
  public var parameter: Parameter
  /// The JSON Pointer of the list in a response; nil for the body itself, or the only list in its object.
  public var items: String?
  /// Where the response has the number of the last page, or with offsets, the number of all items.
  public var end: ValuePlace?

  /// Creates a rule.
  public init(
    _ kind: Kind, _ parameter: Parameter, items: String? = nil, end: ValuePlace? = nil
  ) {
    self.kind = kind
    self.parameter = parameter
    self.items = items
    self.end = end
  }
}
