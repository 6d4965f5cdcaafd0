import ClientCatalogs
import ClientModel
import ClientWorkspace

/// The step of an import that saves its results in the workspace of a session.
struct ImportSaving {
  let session: ClientSession

  /// Saves a request. Templates replace the secrets.
  ///
  /// - Returns: The name under which it was saved, and the secrets that were not saved.
  func save(_ request: ImportedRequest) throws -> (name: String, secrets: [SecretTemplate]) {
    let (draft, secrets) = request.draft.withSecretTemplates(
      session.context.gateways.credentialNames)
    return (try session.context.add(draft, as: request.name), secrets)
  }

  /// Copies a catalog into the workspace.
  ///
  /// - Returns: The written files. The first one is the document.
  func save(_ new: CatalogImport) throws -> [String] {
    var written: [String] = []
    _ = try Reported.workspace { () throws(WorkspaceProblem) in
      try session.context.preservingTrust { () throws(WorkspaceProblem) in
        written = try session.context.workspace.add(new)
      }
    }
    return written
  }
}

extension SecretTemplate {
  /// The message about a secret that is not saved.
  var remark: String {
    "The \(place) was not saved, because others can read the file. The file has {{\(name)}} instead."
  }
}
