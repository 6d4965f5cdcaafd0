package import ClientModel

/// One operation of an API, with everything a form needs.
package struct Endpoint: Hashable, Sendable {
  /// The document's `operationId`; `GET /path` without one.
  package let id: String
  package let method: HTTPMethod
  /// With `{name}` for path parameters, relative to the server's address.
  package let path: String
  package let summary: String
  package let description: String
  package let isDeprecated: Bool
  /// In the document's order, those of the path item first.
  package let parameters: [Parameter]
  /// One for each media type the request body may have, the preferred one first.
  package let bodies: [BodyForm]
  package let isBodyRequired: Bool
  /// Alternatives; each lists schemes that are needed together. Empty: none is needed.
  package let security: [[String]]
  package let responses: [ResponseNote]
  /// Overrides the catalog's when not empty.
  package let servers: [CatalogServer]
  package let rules: EndpointRules
}

/// A typed input outside the body.
package struct Parameter: Hashable, Sendable {
  package enum Place: String, Hashable, Sendable, CaseIterable { case path, query, header, cookie }

  /// How lists and objects become text.
  ///
  /// - Source: OpenAPI 3.1.1, section 4.8.12.2; RFC 6570.
  package enum Style: String, Hashable, Sendable, CaseIterable {
    case matrix, label, simple, form, spaceDelimited, pipeDelimited, deepObject
  }

  package let name: String
  package let place: Place
  package let isRequired: Bool
  package let isDeprecated: Bool
  package let summary: String
  package let schema: SchemaID
  package let style: Style
  package let explode: Bool
  /// Reserved characters of RFC 3986 stay as they are.
  package let allowsReserved: Bool
  /// JSON text or plain text; nil without one.
  package let example: String?
  /// The value is one JSON text (`content: application/json`).
  package let isJSON: Bool
}

/// A request body of one media type.
package struct BodyForm: Hashable, Sendable {
  package let mediaType: String
  package let schema: SchemaID?
  /// JSON text or plain text; nil without one.
  package let example: String?
  /// For forms: how single fields are written, by field name.
  package let encodings: [String: FieldEncoding]
}

/// How one field of a form or multipart body is written.
package struct FieldEncoding: Hashable, Sendable {
  package let contentType: String?
  package let style: Parameter.Style
  package let explode: Bool
}

/// What a status means in the catalog's own words.
package struct ResponseNote: Hashable, Sendable {
  /// `200`, `4XX` or `default`.
  package let status: String
  package let text: String
  /// The media types of its body, in the document's order.
  package var mediaTypes: [String] = []
}

extension Endpoint {
  /// The value of `Accept` for the bodies of successful responses; nil where the document names none, any, or
  /// JSON.
  var accepts: String? {
    let successes = responses.filter { $0.status.begins(with: "2") }
    let notes = successes.isEmpty ? responses.filter { $0.status == "default" } : successes
    var types: [String] = []
    for type in notes.flatMap(\.mediaTypes) where !types.contains(type) { types.append(type) }
    let isOpen = types.contains { type in
      let name = type.pieces(at: ";")[0].trimmed(of: " ").lowercased()
      return name.contains(byte: "*") || name.ends(with: "/json") || name.ends(with: "+json")
    }
    guard !types.isEmpty, !isOpen, types.allSatisfy(HTTPToken.isFieldValue) else { return nil }
    return types.joined(separator: ", ")
  }
}

/// What `x-weir-*` extensions add to an endpoint.
package struct EndpointRules: Hashable, Sendable {
  /// `x-weir-job`: how a response becomes a remote job; nil when it is the result itself.
  package var remote: RemoteRule?
  /// `x-weir-outcome`, before the catalog's own.
  package var outcome: OutcomeRule?
  /// `x-weir-paging`: how its list is paged, where the gateway has no rule.
  package var paging: PagingRule?
  /// `x-weir-path-filters`: this path parameter takes `name=v1,v2;name=v3`, from these parameters.
  package var pathFilters: PathFilters?
  /// `x-weir-projection`: the names that may stand bare among the path filters.
  package var projections: [String]
  /// `x-weir-allowed-filters`: the parameters this endpoint takes; nil for all it lists.
  package var allowedFilters: [String]?
  /// `x-weir-one-of`: of each of these sets of inputs exactly one is given.
  package var oneOf: [InputChoice]
  /// `x-weir-bulk`: inputs that may be given as a list and then go as one request.
  package var bulk: [String]
  /// `x-weir-secret`: inputs that are credentials, beside those of the standard list of names.
  package var secret: [String]
  /// `x-weir-view`: how the response is shown beside the tree.
  package var view: ViewPlan?
  /// `x-weir-first-byte`: the time that the service may take until its response begins; nil for Weir's default.
  package var firstByte: Duration?

  package init() {
    projections = []
    oneOf = []
    bulk = []
    secret = []
  }

  /// The draft with what these rules say of its response, where it says nothing itself.
  package func filling(_ draft: Draft) -> Draft {
    var draft = draft
    draft.remote = draft.remote ?? remote
    draft.outcome = draft.outcome ?? outcome
    draft.paging = draft.paging ?? paging
    if let firstByte, draft.options.deadlines.firstByte == Deadlines().firstByte {
      draft.options.deadlines.firstByte = firstByte
    }
    return draft
  }
}

/// Filters that stand in one path segment.
///
/// - Source: the grammar of Oxford Dictionaries v1: conditions joined by `;`, values by `,`.
package struct PathFilters: Hashable, Sendable {
  /// The path parameter they fill; dropped with its segment when none is set.
  package let parameter: String
  /// The filters, typed like parameters.
  package let filters: [Parameter]
}

/// Inputs of which exactly one is given, or of which at least one is.
package struct InputChoice: Hashable, Sendable {
  package enum Count: String, Hashable, Sendable { case exactlyOne, atLeastOne }

  package let inputs: [String]
  package let count: Count
}
