package import ClientModel

/// A section of the queue panel. Each job is in the section of its state.
package enum QueueSection: Int, CaseIterable, Hashable, Sendable {
  /// The jobs that are being sent, or that a server is working on.
  case running
  /// The waiting jobs, in the order in which they will run.
  case next
  case held
  /// The interrupted jobs, which the user must decide on, then the finished ones, newest first.
  case done

  package init(_ word: JobState.Word) {
    switch word {
    case .running, .polling: self = .running
    case .waiting: self = .next
    case .held: self = .held
    case .interrupted, .succeeded, .failed, .cancelled, .skipped: self = .done
    }
  }

  /// The states of the section's jobs.
  package var states: Set<JobState.Word> {
    Set(JobState.Word.allCases.filter { QueueSection($0) == self })
  }
}

/// The sections of the queue's list, with the number of jobs in each.
///
/// The list contains the jobs of the sections that are not folded, one section after the other.
package struct QueueSections: Hashable, Sendable {
  /// The numbers that are not 0.
  private var counts: [QueueSection: Int]
  package var folded: Set<QueueSection>

  package init(_ counts: [QueueSection: Int], folded: Set<QueueSection> = []) {
    (self.counts, self.folded) = (counts.filter { $0.value > 0 }, folded)
  }

  /// The number of jobs in a section, folded or not.
  package subscript(section: QueueSection) -> Int {
    get { counts[section, default: 0] }
    set { counts[section] = newValue > 0 ? newValue : nil }
  }

  /// Counts a job in another section.
  package mutating func move(from old: QueueSection, to new: QueueSection) {
    self[old] -= 1
    self[new] += 1
  }

  /// Returns the number of a section's jobs in the list, which is 0 if the section is folded.
  func listed(_ section: QueueSection) -> Int { folded.contains(section) ? 0 : self[section] }

  /// Returns the index in the list at which a section begins.
  func start(of section: QueueSection) -> Int {
    QueueSection.allCases.prefix(section.rawValue).reduce(0) { $0 + listed($1) }
  }

  /// Returns the section of the job with this index in the list.
  func section(at index: Int) -> QueueSection {
    QueueSection.allCases.last { start(of: $0) <= index && listed($0) > 0 } ?? .running
  }

  /// The number of jobs in the list.
  package var total: Int { QueueSection.allCases.reduce(0) { $0 + listed($1) } }
}
