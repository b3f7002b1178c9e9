//! The page, built from `web/` and embedded with its compressed forms. This crate does nothing else.

/// A file of the page.
pub struct Asset {
    /// Its path, without a stroke at the beginning.
    pub path: &'static str,
    pub mime: &'static str,
    /// The hash of its content, in quotes, as HTTP wants it.
    pub etag: &'static str,
    /// Its name holds the hash of its content: it never changes.
    pub immutable: bool,
    pub plain: &'static [u8],
    pub brotli: Option<&'static [u8]>,
    pub gzip: Option<&'static [u8]>,
}

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// A file of the page by its path.
pub fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_page_is_there() {
        let index = super::find("index.html").expect("a page has an index");
        assert!(index.mime.starts_with("text/html") && !index.immutable);
        assert!(String::from_utf8_lossy(index.plain).contains("<html"));
        assert!(super::find("../Cargo.toml").is_none() && super::find("").is_none());
    }
}
