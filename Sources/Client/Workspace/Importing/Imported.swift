package import ClientCatalogs
package import ClientModel

/// The result of an import: requests, catalogs and a report, in the order of the input.
package struct Imported: Sendable {
  package enum Item: Sendable {
    case request(ImportedRequest)
    case catalog(CatalogImport)
    case remark(ImportRemark)
  }

  package var items: [Item] = []
  /// Whether all parts of the input were imported.
  package var isComplete = true
}

/// A request to save or to send.
package struct ImportedRequest: Hashable, Sendable {
  package let name: String
  package let draft: Draft
  /// The position in the input, such as "Command 2".
  package let place: String
  /// Whether the request is the same as in the input. A changed request must not be sent.
  package let fidelity: Fidelity

  package enum Fidelity: Hashable, Sendable { case same, changed }
}

/// A line of the report about a part of the input that was omitted or imported incompletely.
package struct ImportRemark: Hashable, Sendable {
  /// The position in the input, or an empty string for the entire input.
  package let place: String
  package let text: String
  package let whatToDo: String

  package init(_ text: String, at place: String = "", whatToDo: String = "") {
    (self.place, self.text, self.whatToDo) = (place, text, whatToDo)
  }
}

/// The reason why nothing was imported.
package struct ImportProblem: Error, Hashable, Sendable {
  package let what: String
  package let why: String
  package var whatToDo: String
  /// The remarks made before the import failed.
  package let remarks: [ImportRemark]

  package init(what: String, why: String, whatToDo: String, remarks: [ImportRemark] = []) {
    (self.what, self.why, self.whatToDo, self.remarks) = (what, why, whatToDo, remarks)
  }
}
