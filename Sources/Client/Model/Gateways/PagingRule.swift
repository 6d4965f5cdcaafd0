/// The rule for paging through the lists of a server that does not send a `Link` header.
public struct PagingRule: Hashable, Sendable {
  /// The value by which a request selects a page.
  public enum Kind: Hashable, Sendable {
    /// The number of the page. The first page has the number in `first`.
    case number(first: Int)
    /// The number of items before the page.
    case offset
    /// A value from the response that contains the previous page.
    case cursor(ValueLocation)
  }

  /// The position of the value in the request.
  public enum Parameter: Hashable, Sendable {
    /// The field of the query with this name.
    case query(String)
    /// The header with this name.
    case header(String)
    /// The JSON Pointer to the value in the JSON body.
    case body(String)
  }

  /// The position of a value in a response.
  public enum ValueLocation: Hashable, Sendable {
    /// The JSON Pointer to the value in the JSON body.
    case body(String)
    /// The header with this name.
    case header(String)
  }

  /// The value by which a request selects a page.
  public var kind: Kind
  /// The position of the value in the request.
  public var parameter: Parameter
  /// The JSON Pointer to the list in a response. With nil, the list is the body itself, or the only
  /// list in its object.
  public var items: String?
  /// The position, in a response, of the number of the last page or, with offsets, of the total
  /// number of items. With nil, paging ends with the first empty page.
  public var end: ValueLocation?

  /// Creates a rule.
  public init(
    _ kind: Kind, _ parameter: Parameter, items: String? = nil, end: ValueLocation? = nil
  ) {
    self.kind = kind
    self.parameter = parameter
    self.items = items
    self.end = end
  }
}
