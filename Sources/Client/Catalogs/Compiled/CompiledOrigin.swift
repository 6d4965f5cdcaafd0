/// The document from which a catalog was compiled, and the build of Weir that read it.
struct CompiledOrigin: Equatable {
  let build: String
  /// The folder of the workspace.
  let root: String
  /// The path of the document, which the catalog's problems contain.
  let path: String
  /// The name of the catalog, which is also its default title.
  let name: String

  init(_ build: String, _ file: CatalogFile, in folder: CatalogFolder) {
    self.init(build: build, root: folder.root, path: file.path, name: file.name)
  }

  private init(build: String, root: String, path: String, name: String) {
    self.build = build
    self.root = root
    self.path = path
    self.name = name
  }
}

/// A source file of a compiled catalog, as it was when the catalog was read.
struct CompiledPart {
  let path: String
  /// The hash of the content, or the reason why the file was not read.
  let content: String
}

extension CompiledOrigin: CompiledValue {
  static let blank = Self(build: "", root: "", path: "", name: "")

  func coded(by coder: inout some CompiledCoder) -> Self {
    Self(
      build: coder.code(build), root: coder.code(root), path: coder.code(path),
      name: coder.code(name))
  }
}

extension CompiledPart: CompiledValue {
  static let blank = Self(path: "", content: "")

  func coded(by coder: inout some CompiledCoder) -> Self {
    Self(path: coder.code(path), content: coder.code(content))
  }
}
