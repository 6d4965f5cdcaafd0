import ClientCatalogs
import ClientModel
import ClientWorkspace
import ViewModels

/// The effect handler for catalogs. Reading a document takes a long time, and the user may stop it.
extension CatalogsEffect: ClientEffect {
  func begin(in context: EffectContext) async throws -> Task<[AppEvent], Never>? {
    switch self {
    case .stop, .storeFolds: return nil
    case .list: await context.publishFolds()
    case .open: break
    }
    return await context.catalogs.begin(
      self, in: await context.session.context.catalogs, publish: context.publish)
  }

  func carryOut(in context: EffectContext) async throws -> [AppEvent] {
    if case .storeFolds(let nodes) = self { return await context.store(folds: nodes) }
    await context.catalogs.stop()
    return []
  }
}

/// The folded rows of the browser, which are stored for the next session. The demo stores nothing,
/// because its workspace is temporary.
extension EffectContext {
  fileprivate func publishFolds() async {
    var rows: [String] = []
    if role != .demo {
      do throws(WorkspaceProblem) {
        rows = try FoldMemory(in: session.folders.state).rows(of: session.context.workspace)
      } catch {
        // The browser then shows the default, as for a new workspace.
      }
    }
    await publish(.catalogs(.folded(Set(rows.compactMap(CatalogNode.init(line:))))))
  }

  fileprivate func store(folds nodes: Set<CatalogNode>) -> [AppEvent] {
    guard role != .demo else { return [] }
    do throws(WorkspaceProblem) {
      try FoldMemory(in: session.folders.state).write(
        nodes.map(\.line), for: session.context.workspace)
      return []
    } catch {
      return [
        .notice(
          Notice(
            .warning, "The folded rows are kept for this session only.",
            why: "\(error.what) \(error.why)", whatToDo: error.whatToDo))
      ]
    }
  }
}
