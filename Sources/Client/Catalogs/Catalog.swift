package import ClientModel

/// A described API: its endpoints, their parameters and their responses.
///
/// A catalog is made from an OpenAPI document (3.0 or 3.1). `x-weir-*` extensions are optional. A
/// document with errors still becomes a catalog. `problems` lists the missing parts and their
/// positions.
package struct Catalog: Equatable, Sendable {
  /// The name for users and files. It is the document's file name without extension.
  package let name: String
  package let title: String
  /// The API's version in its document.
  package let version: String
  /// The description in CommonMark. It is untrusted, so it is not safe to draw.
  package let summary: String
  package let servers: [CatalogServer]
  /// The groups in the document's order. The first tag of an endpoint determines its group.
  package let groups: [EndpointGroup]
  /// The parts that could not be read, in the document's order.
  package let problems: [CatalogProblem]
  package let securitySchemes: [String: SecurityScheme]
  /// The API's `x-weir-outcome`, which interprets responses. A gateway's outcome rule takes
  /// precedence.
  package let outcome: OutcomeRule?
  let schemas: SchemaTable
  /// The number of unreadable operations and paths. `problems` has the reasons.
  package internal(set) var missingEndpoints = 0
  /// The URL of the user's own server for all endpoints. Nil if there is none.
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
  /// The tag. Empty for endpoints without a tag.
  package let name: String
  package let summary: String
  package let endpoints: [Endpoint]
}

/// A base URL, which may contain variables such as `{name}`.
package struct CatalogServer: Hashable, Sendable {
  package struct Variable: Hashable, Sendable {
    package let name: String
    package let defaultValue: String
    /// The allowed values. Empty if any text is allowed.
    package let choices: [String]
    package let summary: String
  }

  package let url: String
  package let summary: String
  package let variables: [Variable]
}

/// A way to authenticate the callers of an API.
package enum SecurityScheme: Hashable, Sendable {
  case key(name: String, in: Parameter.Location)
  /// `x-weir-in: form`: a key that is a field of a form. If the body is not a form, the key is sent
  /// in the place `otherwise`.
  case formKey(name: String, otherwise: Parameter.Location)
  /// A scheme that Weir supports.
  case http(AuthScheme)
  /// An unsupported scheme, such as OAuth. The user sees the text and can enter a bearer token.
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
