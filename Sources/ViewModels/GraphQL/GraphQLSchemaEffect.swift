package import ClientModel

/// An operation on the stored GraphQL schemas. Results in `ListEffect.useSchema`.
package enum GraphQLSchemaEffect: FeatureEffect {
  /// Reads the stored schema of an address. Results in nothing if none is stored.
  case load(address: String)
  /// Waits for a job that sends the introspection query, and stores the schema of its response.
  case receive(from: JobID)
}
