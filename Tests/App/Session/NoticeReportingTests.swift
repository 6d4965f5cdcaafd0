import ClientModel
import ClientWorkspace
import Testing
import ViewModels

@testable import weir

/// An error becomes a notice in its own words.
struct NoticeReportingTests {
  private struct Odd: Error {}

  @Test func `each known error gives what, why and what to do`() {
    let all: [any Error] = [
      Failure(.program, what: "W.", why: "Y.", whatToDo: "D."),
      UsageProblem(what: "W.", why: "Y.", whatToDo: "D."),
      WorkspaceProblem(.file, what: "W.", why: "Y.", whatToDo: "D."),
    ]
    for error in all {
      #expect(Notice(reporting: error) == Notice(.error, "W.", why: "Y.", whatToDo: "D."))
    }
  }

  @Test func `an unknown error is not shown as a success`() {
    let notice = Notice(reporting: Odd())
    #expect(notice.kind == .error && notice.why.contains("Odd"))
  }
}
