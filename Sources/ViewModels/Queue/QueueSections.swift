package import ClientModel

/// A section of the queue panel. Each job is in the section of its state.
package enum QueueSection: Int, CaseIterable, Hashable, Sendable {
  /// The jobs that are being sent, or that a server is working on.
  case running
  /// The waiting jobs, in the order in which they will run.
  case next
  /// The jobs that need the user: held and interrupted ones.
  case held
  /// The finished jobs, newest first.
  case done

  package init(_ word: JobState.Word) {
    switch word {
    case .running, .polling: self = .running
    case .waiting: self = .next
    case .held, .interrupted: self = .held
    case .succeeded, .failed, .cancelled, .skipped: self = .done
    }
  }

  /// The job states that belong to the section.
  package var states: Set<JobState.Word> {
    Set(JobState.Word.allCases.filter { QueueSection($0) == self })
  }
}

/// The sections of the queue's list and their numbers of jobs.
///
/// The list contains only jobs of unfolded sections, one section after another.
package struct QueueSections: Hashable, Sendable {
  /// The numbers of jobs. Sections with no jobs are absent.
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

  /// Moves one job from a section to another in the counts.
  package mutating func move(from old: QueueSection, to new: QueueSection) {
    self[old] -= 1
    self[new] += 1
  }

  /// Returns the number of listed jobs in a section. A folded section has 0.
  func listed(_ section: QueueSection) -> Int { folded.contains(section) ? 0 : self[section] }

  /// Returns the index of a section's first job in the list.
  func start(of section: QueueSection) -> Int {
    QueueSection.allCases.prefix(section.rawValue).reduce(0) { $0 + listed($1) }
  }

  /// Returns the section of the job at an index of the list.
  func section(at index: Int) -> QueueSection {
    QueueSection.allCases.last { start(of: $0) <= index && listed($0) > 0 } ?? .running
  }

  /// The number of listed jobs.
  package var total: Int { QueueSection.allCases.reduce(0) { $0 + listed($1) } }
}
