import ArgumentParser
import ClientModel

/// The target of a queue command. It is a job such as `17` or `#17`, or a graph such as `g3`.
enum QueueID: Hashable, Sendable {
  case job(JobID)
  case graph(GraphID)
}

extension QueueID: ExpressibleByArgument {
  init?(argument: String) {
    if let graph = GraphID(argument) {
      self = .graph(graph)
    } else if let job = JobNumber(argument: argument) {
      self = .job(job.id)
    } else {
      return nil
    }
  }

  var description: String {
    switch self {
    case .job(let id): id.description
    case .graph(let id): id.description
    }
  }
}
