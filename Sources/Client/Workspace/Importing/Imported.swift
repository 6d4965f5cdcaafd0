package import ClientCatalogs
package import ClientModel

/// What an import found: requests, catalogs and a report, in the order of the input.
package struct Imported: Sendable {
  package enum Item: Sendable {
    case request(ImportedRequest)
    case catalog(CatalogImport)
    case remark(ImportRemark)
  }

  package var items: [Item] = []
  /// False when something the input describes is not among the items.
  package var isComplete = true
}

/// A request to save or to send.
package struct ImportedRequest: Hashable, Sendable {
  package let name: String
  package let draft: Draft
  /// Where it stands in the input: "Command 2".
  package let place: String
  /// Whether it is the request that the input describes; another one must not be sent.
  package let fidelity: Fidelity

  package enum Fidelity: Hashable, Sendable { case same, changed }
}

/// A line of the report: something that was left out, or cannot be read in full.
package struct ImportRemark: Hashable, Sendable {
  /// Where in the input; empty for all of it.
  package let place: String
  package let text: String
  package let whatToDo: String

  package init(_ text: String, at place: String = "", whatToDo: String = "") {
    (self.place, self.text, self.whatToDo) = (place, text, whatToDo)
  }
}

/// Why nothing was imported.
package struct ImportProblem: Error, Hashable, Sendable {
  package let what: String
  package let why: String
  package var whatToDo: String
  /// The report up to there.
  package let remarks: [ImportRemark]

  package init(what: String, why: String, whatToDo: String, remarks: [ImportRemark] = []) {
    (self.what, self.why, self.whatToDo, self.remarks) = (what, why, whatToDo, remarks)
  }
}
