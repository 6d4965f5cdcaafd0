import ClientCatalogs
import ClientModel
import ClientWorkspace
import ViewModels

/// The effect handler for catalogs. Reading a document takes a long time, and the user may stop it.
extension CatalogsEffect: ClientEffect {
  func begin(in context: EffectContext) async throws -> Task<[AppEvent], Never>? {
    switch self {
    case .stop, .storeFolds: return nil
    case .list:
      await context.publishFolds()
      return await context.catalogs.list(in: await context.session.context.catalogs)
    case .open(let source):
      return await context.catalogs.open(
        source, in: await context.session.context.catalogs, publish: context.publish)
    }
  }

  func carryOut(in context: EffectContext) async throws -> [AppEvent] {
    if case .storeFolds(let nodes) = self {
      return await context.remember(
        nodes.map(\.line).sorted(), as: .folds,
        orNotice: "The folded rows apply to this session only.")
    }
    await context.catalogs.stop()
    return []
  }
}

extension EffectContext {
  /// Publishes the folded rows of the last session. The demo has none, because it has no workspace
  /// of the user.
  fileprivate func publishFolds() async {
    var rows: [String] = []
    if role != .demo {
      do throws(WorkspaceProblem) {
        rows =
          try WorkspaceMemory(of: .folds, in: session.folders.state)
          .lines(of: session.context.workspace) ?? []
      } catch {
        // The browser then shows the default, as for a new workspace.
      }
    }
    await publish(.catalogs(.folded(Set(rows.compactMap(CatalogNode.init(line:))))))
  }
}
