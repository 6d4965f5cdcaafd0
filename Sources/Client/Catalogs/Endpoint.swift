package import ClientModel

/// An operation of an API, with all data that a form needs.
package struct Endpoint: Hashable, Sendable {
  /// The document's `operationId`, or `GET /path` if there is none.
  package let id: String
  package let method: HTTPMethod
  /// The path below the server's URL. Path parameters are written as `{name}`.
  package let path: String
  package let summary: String
  package let description: String
  package let isDeprecated: Bool
  /// The parameters in the document's order, those of the path item first.
  package let parameters: [Parameter]
  /// The body forms, one for each allowed media type, the preferred one first.
  package let bodies: [BodyForm]
  package let isBodyRequired: Bool
  /// The alternative sets of security schemes, or an empty array if no credentials are needed. All
  /// schemes of a set are used together.
  package let security: [[String]]
  package let responses: [ResponseNote]
  /// The endpoint's own servers, or an empty array if the catalog's servers are used.
  package let servers: [CatalogServer]
  package let rules: EndpointRules
}

/// An input outside the body.
package struct Parameter: Hashable, Sendable {
  package enum Location: String, Hashable, Sendable, CaseIterable {
    case path, query, header, cookie
  }

  /// The serialization of lists and objects as text.
  ///
  /// - Source: OpenAPI 3.1.1, section 4.8.12.2; RFC 6570.
  package enum Style: String, Hashable, Sendable, CaseIterable {
    case matrix, label, simple, form, spaceDelimited, pipeDelimited, deepObject
  }

  package let name: String
  package let place: Location
  package let isRequired: Bool
  package let isDeprecated: Bool
  package let summary: String
  package let schema: SchemaID
  package let style: Style
  package let explode: Bool
  /// Whether the reserved characters of RFC 3986 are not percent-encoded.
  package let allowsReserved: Bool
  /// The example as JSON or plain text, or nil.
  package let example: String?
  /// Whether the value is JSON text (`content: application/json`).
  package let isJSON: Bool
}

/// A request body with one media type.
package struct BodyForm: Hashable, Sendable {
  package let mediaType: String
  package let schema: SchemaID?
  /// The example as JSON or plain text, or nil.
  package let example: String?
  /// The encodings of form fields by name.
  package let encodings: [String: FieldEncoding]
}

/// The encoding of a field in a form or multipart body.
package struct FieldEncoding: Hashable, Sendable {
  package let contentType: String?
  package let style: Parameter.Style
  package let explode: Bool
}

/// The catalog's description of a response status.
package struct ResponseNote: Hashable, Sendable {
  /// `200`, `4XX` or `default`.
  package let status: String
  package let text: String
  /// The media types of the body, in the document's order.
  package var mediaTypes: [String] = []
}

extension Endpoint {
  /// The `Accept` value for successful responses, or nil if the document lists JSON, a range of
  /// types or no type.
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

/// The rules that `x-weir-*` extensions add to an endpoint.
package struct EndpointRules: Hashable, Sendable {
  /// `x-weir-job`: the rule for a response that starts a remote job, or nil if the response is the
  /// result.
  package var remote: RemoteRule?
  /// `x-weir-outcome`: the rule for the result of a response, which takes precedence over the
  /// catalog's rule.
  package var outcome: OutcomeRule?
  /// `x-weir-paging`: the rule for the pages of the endpoint's list. A gateway's rule takes
  /// precedence.
  package var paging: PagingRule?
  /// `x-weir-path-filters`: the filters in a path parameter, such as `name=v1,v2;name=v3`.
  package var pathFilters: PathFilters?
  /// `x-weir-projection`: the names of path filters that may be used without a value.
  package var projections: [String]
  /// `x-weir-allowed-filters`: the allowed parameters, or nil if all described parameters are
  /// allowed.
  package var allowedFilters: [String]?
  /// `x-weir-one-of`: sets of inputs of which exactly one or at least one must have a value.
  package var oneOf: [InputChoice]
  /// `x-weir-bulk`: inputs that may be a list, which is sent in one request.
  package var bulk: [String]
  /// `x-weir-secret`: inputs that are credentials, in addition to those with standard names.
  package var secret: [String]
  /// `x-weir-view`: the additional view of the response.
  package var view: ViewPlan?
  /// `x-weir-first-byte`: the maximum time until the response begins, or nil for Weir's default.
  package var firstByte: Duration?

  package init() {
    projections = []
    oneOf = []
    bulk = []
    secret = []
  }

  /// Adds the endpoint's response rules to a draft. The draft's own rules take precedence.
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

/// The filters in one path segment.
///
/// - Source: The grammar of the Oxford Dictionaries API v1, with `;` between conditions and `,`
///   between values.
package struct PathFilters: Hashable, Sendable {
  /// The path parameter that contains the filters. Without filters, its path segment is omitted.
  package let parameter: String
  /// The filters, described in the same way as parameters.
  package let filters: [Parameter]
}

/// A set of inputs of which exactly one or at least one must have a value.
package struct InputChoice: Hashable, Sendable {
  package enum Count: String, Hashable, Sendable { case exactlyOne, atLeastOne }

  package let inputs: [String]
  package let count: Count
}
