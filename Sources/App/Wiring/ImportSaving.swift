import ClientCatalogs
import ClientModel
import ClientWorkspace

/// The step of an import that saves its results in a workspace.
struct ImportSaving {
  let context: RequestContext

  /// Saves a request. Templates replace the secrets.
  ///
  /// - Returns: The name under which it was saved, and the secrets that were not saved.
  func save(_ request: ImportedRequest) throws -> (name: String, secrets: [SecretTemplate]) {
    let (draft, secrets) = request.draft.withSecretTemplates(
      context.gateways.credentialNames)
    return (try context.add(draft, as: request.name), secrets)
  }

  /// Copies a catalog into the workspace.
  ///
  /// - Returns: The written files. The first one is the document.
  func save(_ new: CatalogImport) throws -> [String] {
    var written: [String] = []
    _ = try Reported.workspace { () throws(WorkspaceProblem) in
      try context.preservingTrust { () throws(WorkspaceProblem) in
        written = try context.workspace.add(new)
      }
    }
    return written
  }

  /// Copies a catalog of another workspace, unless it is bundled or this workspace has a catalog of
  /// that name.
  func copy(catalog name: String, from other: RequestContext) throws {
    do {
      let own = try context.workspace.catalogs(cache: context.folders.cache).files()
      let files = try other.workspace.catalogs(cache: context.folders.cache).files()
      guard !own.contains(where: { $0.name == name }),
        let file = files.first(where: { $0.name == name })
      else { return }
      _ = try save(try CatalogImport.read("\(other.workspace.root)/\(file.path)"))
    } catch CatalogFailure.refused(let problem) {
      throw UsageProblem(what: problem.what, why: problem.why, whatToDo: problem.whatToDo)
    } catch let problem as CatalogProblem {
      throw UsageProblem(what: problem.what, why: problem.why, whatToDo: problem.whatToDo)
    }
  }
}

extension SecretTemplate {
  /// The message about a secret that is not saved.
  var remark: String {
    "The \(place) was not saved, because others can read the file. The file has {{\(name)}} instead."
  }
}
