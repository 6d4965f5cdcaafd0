import ClientCatalogs
import ClientModel

/// OpenAPI documents: a catalog with the files that the document refers to.
package enum OpenAPIImporter: Importer {
  package static let format = ImportFormat(
    name: "openapi", title: "an OpenAPI document",
    sentence: "Copy an OpenAPI document into the workspace; nothing is fetched.",
    discussion: """
      OpenAPI 3.0 and 3.1, in YAML or JSON. Files that it refers to are copied, too, when they lie in \
      the document's folder or below it. What cannot be read is listed with its place; the rest works. \
      The exit code is 2 when an endpoint is missing for that.
      """,
    examples: [
      "weir import openapi shop.yaml", "weir import openapi ~/Downloads/openapi.json --as shop",
    ],
    content: .catalogs, fileHelp: "The document.",
    nameHelp: "What the catalog is to be called.")

  /// A document begins with its version, in YAML or in JSON; comments may come first.
  package static func recognises(_ text: String) -> Bool {
    let margin = Array(" \t\r{\"'".utf8)
    return text.utf8.prefix(4096).split(separator: UInt8(ascii: "\n")).contains { line in
      let key = line.drop { margin.contains($0) }
      return key.starts(with: "openapi".utf8) || key.starts(with: "swagger".utf8)
    }
  }

  package static func read(_ input: ImportInput) throws(ImportProblem) -> Imported {
    let new: CatalogImport
    do throws(CatalogFailure) { new = try CatalogImport.read(input.path, as: input.name) } catch {
      throw problem(error, input.path)
    }
    let endpoints = new.catalog.groups.flatMap(\.endpoints)
    guard !endpoints.isEmpty else {
      throw ImportProblem(
        what: "\(input.path) was not imported.",
        why: new.catalog.missingEndpoints == 0
          ? "It describes no endpoint." : "None of its endpoints could be read.",
        whatToDo: "Choose the document that has `paths`, with the files it refers to beside it.",
        remarks: remarks(on: new.catalog.problems, in: nil))
    }
    let report =
      remarks(on: new.catalog.problems, in: new.catalog.name)
      + remarks(onMissing: new.catalog.missingEndpoints, of: endpoints)
    return Imported(
      items: [.catalog(new)] + report.map(Imported.Item.remark),
      isComplete: new.catalog.missingEndpoints == 0)
  }

  private static func problem(_ failure: CatalogFailure, _ path: String) -> ImportProblem {
    switch failure {
    case .cancelled:
      ImportProblem(
        what: "\(path) was not imported.", why: "Its reading was cancelled.",
        whatToDo: "Import it again.")
    case .refused(let problem):
      ImportProblem(
        what: "\(problem.place): \(problem.what)", why: problem.why, whatToDo: problem.whatToDo)
    }
  }

  /// What could not be read, as far as anyone reads it at once.
  private static func remarks(
    on problems: [CatalogProblem], in catalog: String?
  ) -> [ImportRemark] {
    let shown = problems.prefix(shownProblems).map {
      ImportRemark("\($0.what) \($0.why)", at: "\($0.place)", whatToDo: $0.whatToDo)
    }
    let rest = problems.count - shownProblems
    guard rest > 0 else { return shown }
    let list = catalog.map { "; `weir catalog \($0)` lists all of them" } ?? ""
    return shown + [
      ImportRemark("\(rest.grouped) more places could not be read in full\(list).")
    ]
  }

  private static let shownProblems = 40

  private static func remarks(onMissing missing: Int, of endpoints: [ClientCatalogs.Endpoint])
    -> [ImportRemark]
  {
    var remarks: [ImportRemark] = []
    if missing > 0 {
      let count = missing == 1 ? "1 endpoint" : "\(missing.grouped) endpoints"
      let verb = missing == 1 ? "is" : "are"
      remarks.append(ImportRemark("\(count) could not be read and \(verb) missing."))
    }
    let bare = endpoints.filter { !$0.isDescribed }
    guard !bare.isEmpty else { return remarks }
    let names = bare.prefix(5).map(\.id).joined(separator: ", ")
    return remarks + [
      ImportRemark(
        "Of \(bare.count.grouped) of \(endpoints.count.grouped) endpoints the document says nothing "
          + "but the path: \(names)\(bare.count > 5 ? ", …" : "").")
    ]
  }
}
