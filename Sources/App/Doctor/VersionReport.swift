import CProcess
import ClientDocuments
import ClientHTTP
import ClientMQTT
import ClientModel
import ClientStore
import ClientYAML

/// `weir --version`: the program, its libraries and their features.
struct VersionReport: ClientWork {
  func execute() async throws -> ExitStatus {
    for line in lines() { Console.print(line) }
    return .done
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
        name + String(repeating: " ", count: max(1, 11 - name.utf8.count)) + text
      }
  }

  /// The commit from which `.ci/package` built the program. It is unknown for a manual build.
  private var commit: String {
    let text = String(cString: cprocess_commit())
    return text.isEmpty ? "not recorded in this build" : text
  }
}
