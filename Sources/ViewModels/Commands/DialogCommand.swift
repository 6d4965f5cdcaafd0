/// Answering a question.
package enum DialogCommand: String, CommandGroup {
  case next, previous, accept, dismiss

  package var facts: CommandFacts {
    switch self {
    case .next: .init("Go to the next answer", hint: "next answer", in: .dialog)
    case .previous: .init("Go to the previous answer", hint: "previous answer", in: .dialog)
    case .accept: .init("Give this answer", hint: "answer", in: .dialog)
    case .dismiss: .init("Change nothing", hint: "change nothing", in: .dialog)
    }
  }
}
