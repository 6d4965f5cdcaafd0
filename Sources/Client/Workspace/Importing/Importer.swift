package import ClientPipeline

/// A format from which Weir takes requests and catalogs. The commands of `weir import` derive from it.
///
/// A new format is one type in a file of its own and one row in `Importers.all`.
package protocol Importer: Sendable {
  static var format: ImportFormat { get }

  /// Whether a text looks like this format; it may still be unreadable.
  static func recognises(_ text: String) -> Bool

  /// Reads what the input contains, in its order. Nothing in it is run, fetched or saved.
  static func read(_ input: ImportInput) throws(ImportProblem) -> Imported
}

extension Importer {
  /// Reads the input; the error for a file of another known format says which command imports it.
  package static func items(of input: ImportInput) throws(ImportProblem) -> Imported {
    do throws(ImportProblem) { return try read(input) } catch {
      var problem = error
      let text: String
      do throws(ImportProblem) { text = try input.text() } catch _ { throw problem }
      if let other = Importers.format(of: text), other.name != format.name {
        problem.whatToDo =
          "The file looks like \(other.title): `weir import \(other.name) \(input.path)` reads it."
      }
      throw problem
    }
  }
}

package enum Importers {
  /// Every format, in the order of the help.
  package static var all: [any Importer.Type] { [CurlImporter.self, OpenAPIImporter.self] }

  /// The format that a text looks like.
  package static func format(of text: String) -> ImportFormat? {
    all.first { $0.recognises(text) }?.format
  }
}

/// What help says of a format.
package struct ImportFormat: Sendable {
  package enum Content: Sendable { case requests, catalogs }

  /// The word after `weir import`: `curl`.
  package let name: String
  /// What a file of this format is called in a sentence: "curl command lines".
  package let title: String
  /// One sentence for the list of commands.
  package let sentence: String
  package let discussion: String
  /// Command lines; the first also stands in the help of `weir import`.
  package let examples: [String]
  package let content: Content
  /// What the argument and `--as` give.
  package let fileHelp: String
  package let nameHelp: String
}

/// What is imported: a file and what may be read with it.
package struct ImportInput: Sendable {
  /// The path of the file; `-` for standard input.
  package let path: String
  /// The name that the user chose for the result; nil for the format's own choice.
  package let name: String?
  /// Reads the files that requests of the input name.
  package let files: FileReader
  /// Values of variables that the input uses, where they are to be filled in now.
  package let values: [String: String]
  /// Reads the file.
  package let text: @Sendable () throws(ImportProblem) -> String

  package init(
    _ path: String, as name: String? = nil, files: FileReader = .refusing,
    values: [String: String] = [:], text: @escaping @Sendable () throws(ImportProblem) -> String
  ) {
    (self.path, self.name, self.files, self.values) = (path, name, files, values)
    self.text = text
  }
}
