import ClientCatalogs
import ClientModel
import ViewModels

/// What the session asks about catalogs, answered off the UI thread; one document is read at a time,
/// and that can be stopped.
actor CatalogEffects {
  private let places: Places
  private var reading: Task<[AppEvent], Never>?

  init(_ places: Places) { self.places = places }

  /// - Parameters:
  ///   - workspace: The folder of the workspace as it is now.
  ///   - tell: Hears how far a large document is.
  func carryOut(
    _ effect: CatalogsEffect, in workspace: String,
    tell: @escaping @Sendable (AppEvent) async -> Void
  ) async -> [AppEvent] {
    let library = CatalogLibrary(workspace: workspace, places: places)
    switch effect {
    case .list:
      do throws(CatalogProblem) {
        return [.catalogs(.listed(try library.sources()))]
      } catch {
        return [
          .catalogs(.listed(BundledCatalogs.names.map { CatalogSource($0, .bundled) })),
          .notice(Notice(.error, error.what, why: error.why, whatToDo: error.whatToDo)),
        ]
      }
    case .open(let source): return await open(source, in: library, tell)
    case .stop:
      stop()
      return []
    }
  }

  /// Ends the reading that is under way, if any.
  func stop() { reading?.cancel() }

  private func open(
    _ source: CatalogSource, in library: CatalogLibrary,
    _ tell: @escaping @Sendable (AppEvent) async -> Void
  ) async -> [AppEvent] {
    let (news, toScreen) = AsyncStream<CatalogProgress>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let teller = Task {
      for await progress in news { await tell(.catalogs(.progressed(source.name, progress))) }
    }
    let reading = Task { () -> [AppEvent] in
      do throws(CatalogFailure) {
        let catalog = try library.open(source) { toScreen.yield($0) }
        return [.catalogs(.opened(catalog))]
      } catch {
        switch error {
        case .refused(let problem): return [.catalogs(.refused(source.name, problem))]
        case .cancelled: return [.catalogs(.stopped(source.name))]
        }
      }
    }
    self.reading = reading
    let answer = await reading.value
    self.reading = nil
    toScreen.finish()
    // What was told of its progress must not come after its end.
    await teller.value
    return answer
  }
}
