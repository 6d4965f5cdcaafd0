import ClientCore
import ClientDocuments
import ClientModel
import ClientPipeline
import ViewModels

/// The effect handler of GraphQL schemas.
extension GraphQLSchemaEffect: ClientEffect {
  func begin(in context: EffectContext) async throws -> Task<[AppEvent], Never>? {
    let (client, folders) = (context.client, await context.session.folders)
    return Task {
      await EffectContext.response { try await Self.events(of: self, client, folders) }
    }
  }

  func carryOut(in context: EffectContext) async throws -> [AppEvent] { [] }

  private static func events(
    of effect: Self, _ client: Client, _ folders: UserFolders
  ) async throws -> [AppEvent] {
    switch effect {
    case .load(let address):
      let schema = GraphQLSchemaFile(folders, address: address).read()
      return schema.map { [.effects([.list(.useSchema($0, of: address))])] } ?? []
    case .receive(let id):
      guard let job = try await client.wait(for: [id]).first, case .succeeded = job.state else {
        return [
          .notice(
            Notice(
              .warning, "The GraphQL schema was not received.", why: "Job \(id) has no result.",
              whatToDo: "The response of the job shows the reason."))
        ]
      }
      let exchange = try await JobExchange.read(job, from: client)
      guard let body = exchange.response?.body, body.length.bytes <= GraphQLSchema.largest else {
        return [unusable("It is larger than 32 MiB.")]
      }
      let source = try body.source(in: exchange.storedBody)
      let bytes = try source.bytes(in: 0..<source.count)
      guard let schema = GraphQLSchema(introspection: bytes) else {
        return [unusable("It contains no schema.")]
      }
      try GraphQLSchemaFile(folders, address: job.displayURL).write(bytes)
      let effects: [Effect] = [
        .list(.useSchema(schema, of: job.displayURL)),
        .notify(
          Notice(
            .info, "The GraphQL schema was stored.",
            whatToDo: "Names in the query are now completed and checked.")),
      ]
      return [.effects(effects)]
    }
  }

  private static func unusable(_ why: String) -> AppEvent {
    .notice(
      Notice(
        .warning, "The response of the GraphQL service cannot be used.", why: why,
        whatToDo: "Check whether the service allows introspection."))
  }
}
