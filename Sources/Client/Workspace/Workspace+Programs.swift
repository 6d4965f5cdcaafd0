import ClientModel
import Glibc

/// The programs that a workspace runs, and the certificates that decide which servers its requests
/// trust.
extension Workspace {
  /// The workspace's own files that its stages, its graphs' steps and `on_finish` run or pass to
  /// programs, and the certificates of its gateways and saved requests. A change to one of these
  /// files changes what is run or trusted. The paths are within the workspace and sorted.
  var programs: [String] {
    let commands = settings.gateways.all.flatMap { $0.middleware.commands + $0.stubCommands }
    let stages = commands.flatMap(\.arguments).compactMap(file(namedBy:))
    let notifiers = (settings.onFinish?.arguments ?? []).compactMap(ownFile)
    let certificates = settings.gateways.all.flatMap(\.certificateFiles).compactMap(file(namedBy:))
    let steps = graphNames().flatMap(programs(ofGraph:))
    return Set(stages + notifiers + certificates + keyFiles + steps).sorted()
  }

  /// Returns the path within the workspace of the file that an argument of a stage's command names,
  /// or nil if the argument does not name a file of the workspace. If the argument is an absolute
  /// path in the workspace, the file need not exist, because creating it would change what is run.
  func file(namedBy word: String) -> String? {
    let prefix = root + "/"
    return word.begins(with: prefix)
      ? String(word.dropping(bytes: prefix.utf8.count)) : ownFile(word)
  }

  private func programs(ofGraph name: String) -> [String] {
    do throws(WorkspaceProblem) {
      return try graph(name).steps.flatMap { step -> [String] in
        guard case .command(let words) = step.work else { return [] }
        return words.compactMap(ownFile)
      }
    } catch {
      // An unreadable graph runs no program; running it reports the error.
      return []
    }
  }

  /// Returns the path of a file in the workspace, or nil for any other file. Stages and steps run
  /// in the workspace's folder, so `./tool.sh` and `tool.sh` name the same file there. A link that
  /// leads outside the workspace, such as a virtual environment's link to the system's Python, is
  /// not the workspace's file.
  private func ownFile(_ word: String) -> String? {
    guard !word.isEmpty, !word.contains(byte: "\0"), let home = Self.realPath(of: root),
      let full = Self.realPath(of: word.begins(with: "/") ? word : root + "/" + word)
    else { return nil }
    var facts = stat()
    guard stat(full, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    let prefix = home + "/"
    return full.begins(with: prefix) ? String(full.dropping(bytes: prefix.utf8.count)) : nil
  }

  /// Returns the path without symbolic links, or nil if the file does not exist.
  private static func realPath(of path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}

extension Gateway {
  /// The files of the gateway's certificates and keys.
  fileprivate var certificateFiles: [String] {
    ([defaults] + methods.values).map(\.options.trust).flatMap {
      [$0.authorities, $0.clientCertificate, $0.clientKey].compactMap { $0 }
    }
  }

  /// The programs that create the responses of the gateway's stubs.
  fileprivate var stubCommands: [CommandRule] {
    stubs.compactMap { route in
      if case .made(by: .program(let command)) = route.ending { command } else { nil }
    }
  }
}
