import ClientCore
import ClientModel
import ClientPipeline
import ClientWorkspace
import ViewModels

/// Carries the session's effects to the client, in order, and brings news back.
///
/// Three errand runners: one for the client, one for documents and one for catalogs, so that folding a
/// gigabyte never waits for the queue, nor the queue for it.
final class EffectDesk: Sendable {
  private let errands: AsyncStream<Effect>.Continuation
  private let documents: AsyncStream<ResponseEffect>.Continuation
  private let catalogs: AsyncStream<CatalogsEffect>.Continuation
  private let source: Client
  private let client: ClientErrands
  private let body: DocumentErrands
  private let library: CatalogErrands
  private let screen: Session

  init(_ session: ClientSession, role: WorkplaceFacts.Role, to screen: Session) {
    let (errands, toClient) = AsyncStream<Effect>.makeStream()
    let (documents, toDocuments) = AsyncStream<ResponseEffect>.makeStream()
    self.errands = toClient
    self.documents = toDocuments
    let (catalogs, toLibrary) = AsyncStream<CatalogsEffect>.makeStream()
    self.catalogs = toLibrary
    source = session.client
    client = ClientErrands(session, role: role)
    body = DocumentErrands(session.client)
    library = CatalogErrands(session.places)
    self.screen = screen
    Task { [client] in
      await client.begin { event in await screen.receive(event) }
      await screen.answered([])
      for await effect in errands { await screen.answered(await client.carryOut(effect)) }
    }
    Task { [body] in
      for await effect in documents { await screen.answered(await body.carryOut(effect)) }
    }
    Task { [client, library] in
      for await effect in catalogs {
        let workspace = await client.session.workspace.root
        await screen.answered(
          await library.carryOut(effect, in: workspace) { event in await screen.receive(event) })
      }
    }
    Task { [client] in
      await client.follow { event in await screen.receive(event) }
    }
    let values = SharedValueErrands(session.client)
    Task { await values.follow { event in await screen.receive(event) } }
    Task { [client] in
      await client.followEvents(
        tell: { event in await screen.receive(event) }, ring: { title in await screen.ring(title) })
    }
    Task { [client] in
      await client.followFiles { event in await screen.receive(event) }
    }
    Task {
      await session.followConnectionPool { failure in
        await screen.receive(.notice(Notice(failure)))
      }
    }
  }

  /// Takes an effect that leaves the UI thread; each is answered once.
  func take(_ effect: Effect) {
    if case .response(.loadMore(let wish)) = effect {
      // A server is waited for: folding goes on meanwhile.
      Task { [body, screen] in await screen.answered(await body.loadMore(wish)) }
    } else if case .response(.runFilter) = effect, case .response(let turn) = effect {
      // jq may take its time: the tree is walked meanwhile.
      Task { [body, screen] in await screen.answered(await body.carryOut(turn)) }
    } else if case .response(.stopFilter) = effect {
      Task { [body, screen] in await screen.answered(await body.stopFilter()) }
    } else if case .response(.drawPicture(let order)) = effect {
      // So may a decoder.
      Task { [body, screen] in await screen.answered(await body.draw(order)) }
    } else if case .response(.stopPicture) = effect {
      Task { [body, screen] in await screen.answered(await body.stopPicture()) }
    } else if case .catalogs(.stop) = effect {
      // It does not wait behind what it shall stop.
      Task { [library, screen] in
        await library.stop()
        await screen.answered([])
      }
    } else if case .catalogs(let effect) = effect {
      catalogs.yield(effect)
    } else if case .response(let effect) = effect {
      documents.yield(effect)
    } else {
      errands.yield(effect)
    }
  }

  /// Where a stored body's file is; nil when it is not in a file.
  func path(of body: StoredBody) -> String? { source.bodyPath(of: body) }

  /// Stops the jobs that an ending client waits for; it then ends as it was told to.
  func stopJobs() { Task { [client] in await client.end(.stoppingJobs, leaving: .nothing) } }

  /// Ends the client in the manner the user chose, then the session.
  func end(
    _ manner: ViewModels.QuitManner, leaving legacy: Legacy,
    then finish: @escaping @Sendable () async -> Void
  ) {
    errands.finish()
    documents.finish()
    catalogs.finish()
    Task { [client] in
      await client.end(manner, leaving: legacy)
      await finish()
    }
  }
}
