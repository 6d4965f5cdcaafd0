import ClientModel
import ClientStore
import ClientWorkspace
import ViewModels

/// A problem that `weir doctor` found. Three sentences describe it.
struct DoctorFinding {
  var what: String
  var why: String
  var whatToDo: String
  var status: ExitStatus

  init(_ what: String, why: String, whatToDo: String, status: ExitStatus = .usage) {
    (self.what, self.why, self.whatToDo, self.status) = (what, why, whatToDo, status)
  }

  init(_ failure: Failure) {
    self.init(
      failure.what, why: failure.why, whatToDo: failure.whatToDo, status: ExitStatus(failure))
  }

  init(_ notice: Notice) {
    self.init(notice.what, why: notice.why, whatToDo: notice.whatToDo)
  }

  init(_ problem: WorkspaceProblem) {
    self.init(problem.what, why: problem.why, whatToDo: problem.whatToDo)
  }

  init(_ finding: StoreFinding) {
    self.init(
      finding.what, why: finding.text, whatToDo: finding.whatToDo, status: .storage)
  }

  func complain() {
    Console.complain("\(Console.safe(what)) \(Console.safe(why))\n\(Console.safe(whatToDo))")
  }
}
