package import ClientModel

/// A described API: what its endpoints are called, what they take, and how their responses are read.
///
/// Made from an OpenAPI document (3.0 or 3.1) with or without `x-weir-*` extensions. A document that
/// is partly wrong still gives a catalog; `problems` says what is missing and where.
package struct Catalog: Equatable, Sendable {
  /// How people and files name it: the file's name without extension.
  package let name: String
  package let title: String
  /// The API's version, as its document has it.
  package let version: String
  /// CommonMark, as its author wrote it; from outside, so not safe to draw as it is.
  package let summary: String
  package let servers: [CatalogServer]
  /// In the order of the document; an endpoint stands in its first tag's group.
  package let groups: [EndpointGroup]
  /// What could not be read, in the order of the document.
  package let problems: [CatalogProblem]
  package let securitySchemes: [String: SecurityScheme]
  /// `x-weir-outcome` of the API: the meaning of its responses where the gateway has no outcome rule.
  package let outcome: OutcomeRule?
  let schemas: SchemaTable
  /// Operations and paths of which nothing could be read; `problems` says why.
  package internal(set) var missingEndpoints = 0

  /// - Parameter id: An endpoint's `operationId`, or `GET /path` for one without.
  /// - Returns: Nil when there is none of that name.
  package func endpoint(_ id: String) -> Endpoint? {
    for group in groups {
      if let found = group.endpoints.first(where: { $0.id == id }) { return found }
    }
    return nil
  }

  package func schema(_ id: SchemaID) -> Schema { schemas[id] }
}

/// Endpoints under one tag.
package struct EndpointGroup: Hashable, Sendable {
  /// Empty for endpoints without a tag.
  package let name: String
  package let summary: String
  package let endpoints: [Endpoint]
}

/// A base address, in which `{name}` stands for a variable.
package struct CatalogServer: Hashable, Sendable {
  package struct Variable: Hashable, Sendable {
    package let name: String
    package let standard: String
    /// Empty when any text will do.
    package let choices: [String]
    package let summary: String
  }

  package let url: String
  package let summary: String
  package let variables: [Variable]
}

/// How an API identifies its callers.
package enum SecurityScheme: Hashable, Sendable {
  case key(name: String, in: Parameter.Place)
  /// `x-weir-in: form`: a field of the body where the body is a form, else a key in that place.
  case formKey(name: String, otherwise: Parameter.Place)
  /// One that Weir speaks.
  case http(AuthScheme)
  /// OAuth and others that Weir does not speak: shown with these words; a bearer token may be given.
  case other(String)
}

/// Why a part of a document cannot be used, at a place.
package struct CatalogProblem: Error, Hashable, Sendable {
  /// "catalogs/shop.yaml:30:7".
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
