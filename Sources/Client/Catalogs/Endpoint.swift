public import ClientModel

/// One operation of an API, with everything a form needs.
public struct Endpoint: Hashable, Sendable {
  /// The document's `operationId`; `GET /path` without one.
  public let id: String
  public let method: HTTPMethod
  /// With `{name}` for path parameters, relative to the server's address.
  public let path: String
  public let summary: String
  public let description: String
  public let isDeprecated: Bool
  /// In the document's order, those of the path item first.
  public let parameters: [Parameter]
  /// One for each media type the request body may have, the preferred one first.
  public let bodies: [BodyForm]
  public let isBodyRequired: Bool
  /// Alternatives; each lists schemes that are needed together. Empty: none is needed.
  public let security: [[String]]
  public let responses: [ResponseNote]
  /// Overrides the catalog's when not empty.
  public let servers: [CatalogServer]
  public let rules: EndpointRules
}

/// A typed input outside the body.
public struct Parameter: Hashable, Sendable {
  public enum Place: String, Hashable, Sendable, CaseIterable { case path, query, header, cookie }

  /// How lists and objects become text.
  ///
  /// - Source: OpenAPI 3.1.1, section 4.8.12.2; RFC 6570.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    case matrix, label, simple, form, spaceDelimited, pipeDelimited, deepObject
  }

  public let name: String
  public let place: Place
  public let isRequired: Bool
  public let isDeprecated: Bool
  public let summary: String
  public let schema: SchemaID
  public let style: Style
  public let explode: Bool
  /// Reserved characters of RFC 3986 stay as they are.
  public let allowsReserved: Bool
  /// JSON text or plain text; nil without one.
  public let example: String?
  /// The value is one JSON text (`content: application/json`).
  public let isJSON: Bool
}

/// A request body of one media type.
public struct BodyForm: Hashable, Sendable {
  public let mediaType: String
  public let schema: SchemaID?
  /// JSON text or plain text; nil without one.
  public let example: String?
  /// For forms: how single fields are written, by field name.
  public let encodings: [String: FieldEncoding]
}

/// How one field of a form or multipart body is written.
public struct FieldEncoding: Hashable, Sendable {
  public let contentType: String?
  public let style: Parameter.Style
  public let explode: Bool
}

/// What a status means in the catalog's own words.
public struct ResponseNote: Hashable, Sendable {
  /// `200`, `4XX` or `default`.
  public let status: String
  public let text: String
}

/// What `x-weir-*` extensions add to an endpoint.
public struct EndpointRules: Hashable, Sendable {
  /// `x-weir-job`: how an answer becomes a remote job; nil when it is the result itself.
  public var remote: RemoteRule?
  /// `x-weir-outcome`, before the catalog's own.
  public var outcome: OutcomeRule?
  /// `x-weir-path-filters`: this path parameter takes `name=v1,v2;name=v3`, from these parameters.
  public var pathFilters: PathFilters?
  /// `x-weir-projection`: the names that may stand bare among the path filters.
  public var projections: [String]
  /// `x-weir-allowed-filters`: the parameters this endpoint takes; nil for all it lists.
  public var allowedFilters: [String]?
  /// `x-weir-one-of`: of each of these sets of inputs exactly one is given.
  public var oneOf: [InputChoice]
  /// `x-weir-bulk`: inputs that may be given as a list and then go as one request.
  public var bulk: [String]
  /// `x-weir-secret`: inputs that are credentials, beside those of the standard list of names.
  public var secret: [String]
  /// `x-weir-view`: how the answer is shown beside the tree.
  public var view: String?

  public init() {
    projections = []
    oneOf = []
    bulk = []
    secret = []
  }
}

/// Filters that stand in one path segment.
///
/// - Source: the grammar of Oxford Dictionaries v1: conditions joined by `;`, values by `,`.
public struct PathFilters: Hashable, Sendable {
  /// The path parameter they fill; dropped with its segment when none is set.
  public let parameter: String
  /// The filters, typed like parameters.
  public let filters: [Parameter]
}

/// Inputs of which exactly one is given, or of which at least one is.
public struct InputChoice: Hashable, Sendable {
  public enum Count: String, Hashable, Sendable { case exactlyOne, atLeastOne }

  public let inputs: [String]
  public let count: Count
}
