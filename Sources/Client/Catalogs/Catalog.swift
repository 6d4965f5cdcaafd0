package import ClientModel

/// A described API: its endpoints, their parameters and their responses.
///
/// A catalog is created from an OpenAPI 3.0 or 3.1 document, optionally with `x-weir-*` extensions.
/// Invalid parts of the document are omitted and listed in `problems`.
package struct Catalog: Equatable, Sendable {
  /// The name of the catalog, which is the document's file name without extension.
  package let name: String
  package let title: String
  /// The version of the API according to the document.
  package let version: String
  /// The description in CommonMark. Untrusted: not safe to draw.
  package let summary: String
  package let servers: [CatalogServer]
  /// The groups in the document's order. The first tag of an endpoint determines its group.
  package let groups: [EndpointGroup]
  /// The problems of parts that could not be read, in the document's order.
  package let problems: [CatalogProblem]
  package let securitySchemes: [String: SecurityScheme]
  /// The rule in `x-weir-outcome` for the result of a response. A gateway's rule takes precedence.
  package let outcome: OutcomeRule?
  let schemas: SchemaTable
  /// The number of operations and paths that could not be read. `problems` contains the reasons.
  package internal(set) var missingEndpoints = 0
  /// The URL of the user's server for all endpoints, or nil if the user set none.
  package var ownServer: String?

  /// Returns an endpoint by its id.
  ///
  /// - Parameter id: The `operationId`, or `GET /path` if there is none.
  /// - Returns: Nil if the endpoint does not exist.
  package func endpoint(_ id: String) -> Endpoint? {
    for group in groups {
      if let found = group.endpoints.first(where: { $0.id == id }) { return found }
    }
    return nil
  }

  package func schema(_ id: SchemaID) -> Schema { schemas[id] }
}

/// The endpoints with the same first tag.
package struct EndpointGroup: Hashable, Sendable {
  /// The tag, or an empty string for endpoints without a tag.
  package let name: String
  package let summary: String
  package let endpoints: [Endpoint]

  package init(name: String, summary: String, endpoints: [Endpoint]) {
    self.name = name
    self.summary = summary
    self.endpoints = endpoints
  }
}

/// A base URL, which may contain variables such as `{name}`.
package struct CatalogServer: Hashable, Sendable {
  package struct Variable: Hashable, Sendable {
    package let name: String
    package let defaultValue: String
    /// The allowed values, or an empty array if any text is allowed.
    package let choices: [String]
    package let summary: String
  }

  package let url: String
  package let summary: String
  package let variables: [Variable]
}

/// An authentication scheme of an API.
package enum SecurityScheme: Hashable, Sendable {
  case key(name: String, in: Parameter.Location)
  /// A key with `x-weir-in: form`, which is sent as a form field. If the body is not a form, the
  /// key is sent in the location `otherwise`.
  case formKey(name: String, otherwise: Parameter.Location)
  /// A scheme that Weir supports.
  case http(AuthScheme)
  /// An unsupported scheme, such as OAuth, with a description for the user. The user can enter a
  /// bearer token.
  case other(String)
}

/// A part of a document that cannot be used.
package struct CatalogProblem: Error, Hashable, Sendable {
  /// The position, for example "catalogs/shop.yaml:30:7".
  package let place: String
  package let what: String
  package let why: String
  package let whatToDo: String

  package init(place: String, what: String, why: String, whatToDo: String) {
    self.place = place
    self.what = what
    self.why = why
    self.whatToDo = whatToDo
  }
}
