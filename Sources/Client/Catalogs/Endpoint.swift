package import ClientModel

/// An operation of an API, with everything that a form needs.
package struct Endpoint: Hashable, Sendable {
  /// The document's `operationId`, or `GET /path` if there is none.
  package let id: String
  package let method: HTTPMethod
  /// The path relative to the server's address, with `{name}` for path parameters.
  package let path: String
  package let summary: String
  package let description: String
  package let isDeprecated: Bool
  /// The parameters in the document's order, beginning with the parameters of the path item.
  package let parameters: [Parameter]
  /// The body forms, one per allowed media type, the preferred one first.
  package let bodies: [BodyForm]
  package let isBodyRequired: Bool
  /// The alternatives, each of which lists schemes that are needed together. Empty if no
  /// credentials are needed.
  package let security: [[String]]
  package let responses: [ResponseNote]
  /// The servers that replace the catalog's servers, or an empty array if the catalog's servers are
  /// used.
  package let servers: [CatalogServer]
  package let rules: EndpointRules
}

/// A typed input outside the body.
package struct Parameter: Hashable, Sendable {
  package enum Location: String, Hashable, Sendable, CaseIterable {
    case path, query, header, cookie
  }

  /// The format in which lists and objects are written as text.
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
  /// Whether reserved characters (RFC 3986) are not encoded.
  package let allowsReserved: Bool
  /// The example as JSON text or plain text, or nil if there is none.
  package let example: String?
  /// Whether the value is one JSON text (`content: application/json`).
  package let isJSON: Bool
}

/// A request body of one media type.
package struct BodyForm: Hashable, Sendable {
  package let mediaType: String
  package let schema: SchemaID?
  /// The example as JSON text or plain text, or nil if there is none.
  package let example: String?
  /// The encodings of the fields of a form, by field name.
  package let encodings: [String: FieldEncoding]
}

/// The encoding of one field of a form or multipart body.
package struct FieldEncoding: Hashable, Sendable {
  package let contentType: String?
  package let style: Parameter.Style
  package let explode: Bool
}

/// The catalog's description of a status.
package struct ResponseNote: Hashable, Sendable {
  /// `200`, `4XX` or `default`.
  package let status: String
  package let text: String
  /// The media types of the body, in the document's order.
  package var mediaTypes: [String] = []
}

extension Endpoint {
  /// The value of `Accept` for successful responses, or nil if the document names no media type,
  /// any media type, or JSON.
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
  /// `x-weir-job`: the rule by which a response starts a remote job, or nil if the response is the
  /// result.
  package var remote: RemoteRule?
  /// `x-weir-outcome`, which takes precedence over the catalog's rule.
  package var outcome: OutcomeRule?
  /// `x-weir-paging`: the paging of the endpoint's list if the gateway has no rule.
  package var paging: PagingRule?
  /// `x-weir-path-filters`: the path parameter that contains `name=v1,v2;name=v3`, and the filters
  /// in that parameter.
  package var pathFilters: PathFilters?
  /// `x-weir-projection`: the names that are allowed without a value among the path filters.
  package var projections: [String]
  /// `x-weir-allowed-filters`: the parameters that this endpoint allows, or nil for all listed
  /// ones.
  package var allowedFilters: [String]?
  /// `x-weir-one-of`: sets of inputs, each with a rule for the number of inputs that must have a
  /// value.
  package var oneOf: [InputChoice]
  /// `x-weir-bulk`: inputs that can be a list and are then sent in one request.
  package var bulk: [String]
  /// `x-weir-secret`: inputs that are credentials, in addition to the standard list of names.
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

  /// Returns the draft with the rules for its response added. A rule of the draft takes precedence.
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

/// Filters in one path segment.
///
/// - Source: the grammar of Oxford Dictionaries v1: conditions joined by `;`, values by `,`.
package struct PathFilters: Hashable, Sendable {
  /// The path parameter that contains the filters. The parameter is omitted with its segment if no
  /// filter is set.
  package let parameter: String
  /// The filters, with types like parameters.
  package let filters: [Parameter]
}

/// A set of inputs of which exactly one, or at least one, must have a value.
package struct InputChoice: Hashable, Sendable {
  package enum Count: String, Hashable, Sendable { case exactlyOne, atLeastOne }

  package let inputs: [String]
  package let count: Count
}
