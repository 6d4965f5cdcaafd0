import ClientCore
import ClientModel
import Synchronization
import Terminal
import Testing
import ViewModels

@testable import weir

struct ClipboardProgramsTests {
  /// Ends each program as its name demands; one without an end is not installed.
  private final class Desktop: ProgramRunner {
    private let ends: [String: Int32]
    private let asked = Mutex<[Program]>([])

    init(_ ends: [String: Int32]) { self.ends = ends }

    var programs: [Program] { asked.withLock { $0 } }

    func run(_ program: Program) async throws(Failure) -> ProgramOutput {
      asked.withLock { $0.append(program) }
      guard let end = ends[program.arguments[0]] else {
        throw Failure(.program, what: "Not started.", why: "It is not there.", whatToDo: "")
      }
      return ProgramOutput(end: .exited(end), output: [])
    }
  }

  private let all = ["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0", "TMUX": "/tmp/tmux,1,0"]
  private let tooLong = ClipboardError.tooLong(bytes: 80_000, limit: 74_994)

  private func copy(
    _ environment: [String: String], _ desktop: Desktop, refusal: ClipboardError? = nil
  ) async -> String {
    let clipboards = ClipboardPrograms({ environment[$0] }, runner: desktop)
    return await clipboards.copy("é", "the value", refusal: refusal).what
  }

  @Test func `the first program that takes a text is enough`() async throws {
    let desktop = Desktop(["wl-copy": 0, "xclip": 0, "tmux": 0])
    #expect(await copy(all, desktop) == "Copied the value.")
    let program = try #require(desktop.programs.first)
    #expect(desktop.programs.count == 1 && program.arguments[0] == "wl-copy")
    #expect(program.input == Array("é".utf8))
    // What serves the clipboard goes on in the background.
    #expect(program.printing == .dropped)
  }

  @Test func `one that fails or is not there leaves it to the next`() async {
    let desktop = Desktop(["xclip": 1, "tmux": 0])
    #expect(await copy(all, desktop, refusal: tooLong) == "Copied the value.")
    #expect(desktop.programs.map(\.arguments[0]) == ["wl-copy", "xclip", "tmux"])
  }

  @Test func `without a desktop the terminal's word counts`() async {
    let desktop = Desktop([:])
    #expect(await copy(["DISPLAY": ""], desktop) == "Copied the value.")
    #expect(await copy([:], desktop, refusal: tooLong) == "Nothing was copied.")
    #expect(await copy(all, desktop, refusal: tooLong) == "Nothing was copied.")
    #expect(await copy(all, desktop) == "Copied the value.")
    #expect(desktop.programs.count == 6)
  }
}
