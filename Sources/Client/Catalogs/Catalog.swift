package import ClientModel

/// A described API: the names of its endpoints, their parameters, and the format of their
/// responses.
///
/// A catalog is made from an OpenAPI document (3.0 or 3.1) with or without `x-weir-*` extensions. A
/// document with errors still results in a catalog. `problems` lists the missing parts and their
/// positions.
package struct Catalog: Equatable, Sendable {
  /// The name for users and files: the file's name without extension.
  package let name: String
  package let title: String
  /// The API's version in its document.
  package let version: String
  /// The description in CommonMark. Untrusted: not safe to draw.
  package let summary: String
  package let servers: [CatalogServer]
  /// The groups in the order of the document. An endpoint is in the group of its first tag.
  package let groups: [EndpointGroup]
  /// The parts that could not be read, in the order of the document.
  package let problems: [CatalogProblem]
  package let securitySchemes: [String: SecurityScheme]
  /// `x-weir-outcome` of the API: the meaning of its responses if the gateway has no outcome rule.
  package let outcome: OutcomeRule?
  let schemas: SchemaTable
  /// The number of operations and paths that could not be read at all. `problems` has the reasons.
  package internal(set) var missingEndpoints = 0

  /// Returns the endpoint with the given id.
  ///
  /// - Parameter id: An endpoint's `operationId`, or `GET /path` if it has none.
  /// - Returns: Nil if there is no such endpoint.
  package func endpoint(_ id: String) -> Endpoint? {
    for group in groups {
      if let found = group.endpoints.first(where: { $0.id == id }) { return found }
    }
    return nil
  }

  package func schema(_ id: SchemaID) -> Schema { schemas[id] }
}

/// The endpoints with the same tag.
package struct EndpointGroup: Hashable, Sendable {
  /// The tag, or an empty string for endpoints without a tag.
  package let name: String
  package let summary: String
  package let endpoints: [Endpoint]
}

/// A base address, which may contain variables such as `{name}`.
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

/// A way in which an API identifies its callers.
package enum SecurityScheme: Hashable, Sendable {
  case key(name: String, in: Parameter.Location)
  /// `x-weir-in: form`: a key that is a field of the body if the body is a form. For any other
  /// body, the key is sent in the place `otherwise`.
  case formKey(name: String, otherwise: Parameter.Location)
  /// A scheme that Weir supports.
  case http(AuthScheme)
  /// OAuth and other schemes that Weir does not support. The text is shown to the user, who can
  /// enter a bearer token.
  case other(String)
}

/// A part of a document that cannot be used, with the position and the reason.
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
