/// The rule for requesting the pages of a list, for servers that do not send a `Link` header.
public struct PagingRule: Hashable, Sendable {
  /// The value by which a request selects a page.
  public enum Kind: Hashable, Sendable {
    /// The number of the page. `first` is the number of the first page.
    case number(first: Int)
    /// The number of items before the first item of the page.
    case offset
    /// A value that the response with the previous page contains.
    case cursor(ValueLocation)
  }

  /// The location of the value in the request.
  public enum Parameter: Hashable, Sendable {
    /// The query field with this name.
    case query(String)
    /// The header with this name.
    case header(String)
    /// The JSON Pointer to the value in the JSON body.
    case body(String)
  }

  /// The location of a value in a response.
  public enum ValueLocation: Hashable, Sendable {
    /// The JSON Pointer to the value in the JSON body.
    case body(String)
    /// The header with this name.
    case header(String)
  }

  /// The value by which a request selects a page.
  public var kind: Kind
  /// The location of the value in the request.
  public var parameter: Parameter
  /// The JSON Pointer to the list in a response. If nil, the body itself is the list, or an object
  /// with only one list.
  public var items: String?
  /// The location of the last page number in a response or, for offsets, of the total number of
  /// items. If nil, paging ends with the first empty page.
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
