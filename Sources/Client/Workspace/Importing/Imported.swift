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
  /// Whether the items include everything that the input describes.
  package var isComplete = true
}

/// A request to save or to send.
package struct ImportedRequest: Hashable, Sendable {
  package let name: String
  package let draft: Draft
  /// The request's position in the input: "Command 2".
  package let place: String
  /// The degree to which the request matches the request in the input. A request that differs must
  /// not be sent.
  package let fidelity: Fidelity

  package enum Fidelity: Hashable, Sendable { case same, changed }
}

/// A line of the report, about a part of the input that was left out or cannot be read in full.
package struct ImportRemark: Hashable, Sendable {
  /// The position in the input, or empty for the entire input.
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
  /// The report so far.
  package let remarks: [ImportRemark]

  package init(what: String, why: String, whatToDo: String, remarks: [ImportRemark] = []) {
    (self.what, self.why, self.whatToDo, self.remarks) = (what, why, whatToDo, remarks)
  }
}
