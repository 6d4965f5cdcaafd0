import CJQ
import ClientCore
import ClientDocuments
import ClientModel
import Glibc

/// The result of the filter child process.
enum FilterResult: Sendable {
  /// The results, one per line. `complaint` is the first line of jq's error message about a value.
  case printed([UInt8], complaint: String?)
  /// There are no results. The sentence states the reason.
  case refused(String)

  /// Runs a jq program on JSON texts. If the task is cancelled, the child process is stopped.
  static func run(
    _ program: String, on input: [UInt8], _ reach: BodyFilter.FaultScope
  ) async -> FilterResult {
    let child = Program(
      ["/proc/self/exe", FilterChild.name, reach == .all ? "all" : "input", program],
      input: input, deadline: .seconds(FilterChild.time),
      outputLimit: ByteCount(BodyFilter.largestOutput), environment: .empty)
    do throws(Failure) {
      return read(try await SystemPrograms().run(child))
    } catch {
      return .refused("jq was stopped: \(error.why)")
    }
  }

  private static func read(_ output: ProgramOutput) -> FilterResult {
    let complaint = output.complaint.words(at: "\n").first.map(String.init)
    switch output.end {
    case .exited(Int32(CJQ_DONE)): return .printed(output.output, complaint: nil)
    case .exited(Int32(CJQ_FAULT)):
      return .printed(output.output, complaint: complaint ?? "it rejected a value")
    case .exited(Int32(CJQ_NO_PROGRAM)): return .refused("jq reported: \(words(of: complaint)).")
    case .exited(Int32(CJQ_NO_LIBRARY)):
      return .refused(
        "Only plain paths work without jq's library: install the package libjq1.")
    case .signalled(SIGKILL), .signalled(SIGXCPU):
      return .refused("jq was stopped: it took longer than \(FilterChild.time) s.")
    case .exited, .signalled:
      return .refused("jq ended with \(output.end.text): its memory limit is 2 GiB.")
    }
  }

  /// Returns the message of `jq: error: MESSAGE (Unix shell quoting issues?) at <top-level>, line
  /// 2:`. If the line number is not 1, it is added.
  private static func words(of complaint: String?) -> String {
    guard var words = complaint else { return "the text is not a jq program" }
    if let mark = words.firstRange(ofBytes: "error: ") { words = String(words[mark.upperBound...]) }
    var place = ""
    if let mark = words.firstRange(ofBytes: " at <top-level>, line ") {
      let line = words[mark.upperBound...].prefix(whileByte: { (0x30...0x39).contains($0) })
      if line != "1" { place = " in line \(line)" }
      words = String(words[..<mark.lowerBound])
    }
    return words.replacing(bytes: " (Unix shell quoting issues?)", with: "") + place
  }
}
