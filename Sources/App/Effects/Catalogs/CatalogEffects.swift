import ClientCatalogs
import ClientModel
import ViewModels

/// The effect handler for catalogs.
///
/// It runs off the UI thread and reads one document at a time. The read can be cancelled.
actor CatalogEffects {
  private var order = SerialTask()
  private var reading: Task<[AppEvent], Never>?

  /// Lists the catalogs of a workspace, after all earlier effects.
  func list(in library: CatalogLibrary) -> Task<[AppEvent], Never> {
    order.add {
      do throws(CatalogProblem) {
        return [.catalogs(.listed(try library.sources()))]
      } catch {
        return [
          .catalogs(.listed(BundledCatalogs.names.map { CatalogSource($0, .bundled) })),
          .notice(Notice(.error, error.what, why: error.why, whatToDo: error.whatToDo)),
        ]
      }
    }
  }

  /// Reads a catalog, after all earlier effects.
  ///
  /// - Parameter publish: Receives the progress while a large document is read.
  func open(
    _ source: CatalogSource, in library: CatalogLibrary,
    publish: @escaping @Sendable (AppEvent) async -> Void
  ) -> Task<[AppEvent], Never> {
    order.add { await self.read(source, in: library, publish) }
  }

  func stop() { reading?.cancel() }

  private func read(
    _ source: CatalogSource, in library: CatalogLibrary,
    _ publish: @escaping @Sendable (AppEvent) async -> Void
  ) async -> [AppEvent] {
    let (progress, toScreen) = AsyncStream<CatalogProgress>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let publisher = Task {
      for await progress in progress {
        await publish(.catalogs(.progressed(source.name, progress)))
      }
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
    let response = await reading.value
    self.reading = nil
    toScreen.finish()
    // A progress event must not arrive after the event that ends the read.
    await publisher.value
    return response
  }
}
