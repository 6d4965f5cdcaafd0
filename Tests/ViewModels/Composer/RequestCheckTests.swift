import ClientModel
import Testing

@testable import ViewModels

struct RequestCheckTests {
  private let problem = DraftProblem(.url, what: "No.", why: "Refused.", whatToDo: "Change it.")

  @Test func `a problem that submitting found stands until the request changes`() {
    var check = RequestCheck()
    let draft = Draft(url: "https://a.example")
    check.examine(draft, in: Environment(), Gateways())
    #expect(check.problems(of: draft) == [])
    check.refuse([problem])
    #expect(check.problems(of: draft) == [problem])
    check.changed()
    #expect(check.problems(of: draft) == [])
  }

  @Test func `an untouched draft has only the problems of its options`() {
    var check = RequestCheck()
    check.refuse([problem])
    #expect(check.problems(of: Draft()) == [])
    check.set(problem, of: .timeout)
    #expect(check.problems(of: Draft()) == [problem])
    #expect(check.drop(problemOf: .timeout) == true)
    #expect(check.drop(problemOf: .timeout) == false)
    #expect(check.problems(of: Draft()) == [])
  }

  @Test func `a faulty JSON body is found, and its templates are no errors`() {
    var check = RequestCheck()
    check.examine(Draft(url: "a", body: .json("{")), in: Environment(), Gateways())
    #expect(check.faults[.body] != nil)
    check.examine(Draft(url: "a", body: .json("{\"a\": {{x}}}")), in: Environment(), Gateways())
    #expect(check.faults[.body] == nil)
    check.examine(Draft(url: "a", body: .json("{\"a\" {{x}}}")), in: Environment(), Gateways())
    #expect(check.faults[.body]?.place.column == 6)
  }

  @Test func `a problem that was put away is shown again after a change`() {
    var check = RequestCheck()
    check.hide(Notice(problem))
    #expect(check.isHidden(Notice(problem)))
    check.changed()
    #expect(!check.isHidden(Notice(problem)))
  }
}
