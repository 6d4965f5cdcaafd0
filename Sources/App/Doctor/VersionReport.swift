import CProcess
import ClientDocuments
import ClientHTTP
import ClientMQTT
import ClientModel
import ClientStore
import ClientYAML
import Panels
import Terminal

/// `weir --version`: the program, its libraries and their features.
struct VersionReport: ClientWork {
  func execute() async throws -> ExitStatus {
    write()
    return .done
  }

  func write() {
    for line in lines() {
      Self.rows(of: line, in: Console.terminalColumns).forEach(Console.print)
    }
  }

  func lines() -> [String] {
    let library = LibraryFeatures()
    let parts = [
      ("commit", commit), ("libcurl", Console.safe(library.version)),
      ("SQLite", SQLiteStorage.libraryVersion),
      ("libyaml", YAMLEvents.library ?? "not installed: YAML files need libyaml-0-2"),
      (
        "libpcre2",
        SearchPattern.library ?? "not installed: regular expressions need libpcre2-8-0"
      ),
      (
        "libidn2",
        InternationalHost.library ?? "not installed: hosts outside ASCII need libidn2-0"
      ),
      ("libjq", FilterChild.library ?? "not installed: filters need libjq1"),
      (
        "mosquitto",
        MosquittoClient.libraryVersion ?? "not installed: brokers need libmosquitto1"
      ),
      (
        "pictures",
        PictureChild.libraries ?? "not installed: pictures need libgdk-pixbuf-2.0-0 and libchafa0"
      ),
      ("features", library.features.joined(separator: ", ")),
    ]
    let faults = LibraryFault.allCases.filter(library.faults.contains)
      .map { ("fault", "libcurl: \($0.text)") }
    return ["weir \(WeirVersion.text)"]
      + (parts + library.missing.map { ("missing", $0) } + faults).map { name, text in
        name + String(repeating: " ", count: max(1, Self.indent - name.utf8.count)) + text
      }
  }

  private static let indent = 11

  /// Returns a line as rows of this width. The rows after the first are indented.
  static func rows(of line: String, in width: Int?) -> [String] {
    guard let width, width > indent, SafeText(line).width > width else { return [line] }
    let name = line.prefix(indent)
    let rows = Paragraph.lines(of: SafeText(String(line.dropFirst(indent))), width: width - indent)
    return rows.enumerated().map { row, text in
      (row == 0 ? name : Substring(repeating: " ", count: indent)) + text.string
    }.map(String.init)
  }

  /// The commit from which `.ci/package` built the program. It is unknown for a manual build.
  private var commit: String {
    let text = String(cString: cprocess_commit())
    return text.isEmpty ? "not recorded in this build" : text
  }
}
