//! Names and accounts. Nobody needs one to play: an account only finds one's games from another device.
//!
//! An account's key, which opens the links that it holds, is wrapped by the password: the database alone
//! does not give it.

use super::{App, Came, Json, Secure, Shared, answer, foreign, same_site, set_cookie, words};
use crate::problem::Problem;
use crate::secret::{Visitor, random};
use crate::store::{Account, Held};
use crate::wire::{Credentials, Me, Named};
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;

/// Characters of a name.
pub const MOST_NAME: usize = 40;
/// Games of a visitor that are taken over into an account.
const MOST_TAKEN_OVER: i64 = 500;

fn told(visitor: Option<&Visitor>) -> Me {
    Me { name: visitor.and_then(|v| v.name.clone()), account: visitor.and_then(|v| v.account.clone()) }
}

fn with_cookie(app: &App, visitor: &Visitor, secure: bool) -> Response {
    let mut response = answer(&told(Some(visitor)));
    response.headers_mut().insert(header::SET_COOKIE, set_cookie(app, visitor, secure));
    response
}

pub async fn me(Came(visitor): Came) -> Response {
    answer(&told(visitor.as_ref()))
}

pub async fn rename(
    State(app): Shared,
    Came(visitor): Came,
    Secure(secure): Secure,
    Json(named): Json<Named>,
) -> Result<Response, Problem> {
    let name = words(&named.name, MOST_NAME, "name")?;
    let mut visitor = visitor.unwrap_or_else(Visitor::unknown);
    visitor.name = (!name.is_empty()).then_some(name);
    Ok(with_cookie(&app, &visitor, secure))
}

/// Name and password within bounds; the name in small letters as well.
fn checked(given: &Credentials) -> Result<(String, String), Problem> {
    let shown = words(&given.name, MOST_NAME, "name")?;
    if shown.is_empty() {
        return Err(Problem::bad_request("An account needs a name."));
    }
    if !(8..=200).contains(&given.password.chars().count()) {
        return Err(Problem::bad_request("A password has 8 to 200 characters."));
    }
    Ok((shown.to_lowercase(), shown))
}

pub async fn make_account(
    State(app): Shared,
    Came(visitor): Came,
    Secure(secure): Secure,
    Json(given): Json<Credentials>,
) -> Result<Response, Problem> {
    let (name, shown) = checked(&given)?;
    // The account begins with a key of its own.
    let account_visitor =
        Visitor { name: Some(shown.clone()), account: Some(shown.clone()), ..Visitor::unknown() };
    let key = account_visitor.key;
    let (password, key_salt, wrapped_key) = hashed(&app, given.password, move |password| {
        let hash = Argon2::default()
            .hash_password_with_salt(password.as_bytes(), &random::<16>())
            .map_err(|_| Problem::internal())?
            .to_string();
        let key_salt: [u8; 16] = random();
        Ok((hash, key_salt.to_vec(), wrap(&password, &key_salt, &key)?.to_vec()))
    })
    .await?;
    let account =
        Account { name, shown, holder: account_visitor.holder.to_vec(), password, key_salt, wrapped_key };
    if !app.hall.store.make_account(&account, app.hall.time.moment().at).await? {
        return Err(Problem::conflict("This name is taken."));
    }
    take_over(&app, visitor.as_ref(), &account_visitor).await?;
    Ok(with_cookie(&app, &account_visitor, secure))
}

pub async fn login(
    State(app): Shared,
    Came(visitor): Came,
    Secure(secure): Secure,
    Json(given): Json<Credentials>,
) -> Result<Response, Problem> {
    let (name, _) = checked(&given)?;
    let account = app.hall.store.account(&name).await?;
    let found = hashed(&app, given.password, move |password| {
        let Some(account) = account else {
            // As long as with a name that exists.
            let _ = Argon2::default().hash_password_with_salt(password.as_bytes(), &[0; 16]);
            return Ok(None);
        };
        let hash = PasswordHash::new(&account.password).map_err(|_| Problem::internal())?;
        if Argon2::default().verify_password(password.as_bytes(), &hash).is_err() {
            return Ok(None);
        }
        let wrapped: [u8; 32] = account.wrapped_key.clone().try_into().map_err(|_| Problem::internal())?;
        let holder = account.holder.clone().try_into().map_err(|_| Problem::internal())?;
        let key = wrap(&password, &account.key_salt, &wrapped)?;
        let shown = account.shown;
        Ok(Some(Visitor { holder, key, name: Some(shown.clone()), account: Some(shown) }))
    })
    .await?;
    let Some(found) = found else {
        return Err(Problem {
            status: StatusCode::UNAUTHORIZED,
            ..Problem::bad_request("The name or the password is wrong.")
        });
    };
    take_over(&app, visitor.as_ref(), &found).await?;
    Ok(with_cookie(&app, &found, secure))
}

/// It needs no body, so that a form of any page could send it: who asks must come from here.
pub async fn logout(
    State(app): Shared,
    Secure(secure): Secure,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if !same_site(&headers) {
        return Err(foreign());
    }
    Ok(with_cookie(&app, &Visitor::unknown(), secure))
}

/// Does something with a password, one at a time and beside everything else.
async fn hashed<R: Send + 'static>(
    app: &App,
    password: String,
    work: impl FnOnce(String) -> Result<R, Problem> + Send + 'static,
) -> Result<R, Problem> {
    app.passwords.run(move || work(password)).await?
}

/// Wraps a key by a password, or unwraps it.
fn wrap(password: &str, salt: &[u8], key: &[u8; 32]) -> Result<[u8; 32], Problem> {
    let mut cover = [0; 32];
    Argon2::default()
        .hash_password_into(password.as_bytes(), salt, &mut cover)
        .map_err(|_| Problem::internal())?;
    Ok(std::array::from_fn(|i| key[i] ^ cover[i]))
}

/// An account gets the games that the visitor held without one.
async fn take_over(app: &App, from: Option<&Visitor>, to: &Visitor) -> Result<(), Problem> {
    let Some(from) = from.filter(|from| from.account.is_none()) else { return Ok(()) };
    let store = &app.hall.store;
    for held in store.held(&from.holder, MOST_TAKEN_OVER).await? {
        if let Some(token) = from.unseal(held.table, held.who, &held.sealed) {
            let sealed = to.seal(held.table, held.who, token);
            let held = Held { sealed, ..held };
            store.hold(&to.holder, &held, app.hall.time.moment().at).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both were written by another program: accounts outlive the library that hashes their passwords.
    #[test]
    fn what_a_password_was_hashed_to_stays() {
        let stored = "$argon2id$v=19$m=19456,t=2,p=1$AAECAwQFBgcICQoLDA0ODw$0AuQxA+RjPiJeA19Op7DwrFxnfh9xeTU2T6mFj2wThc";
        let salt: [u8; 16] = std::array::from_fn(|i| i as u8);
        let fresh = Argon2::default().hash_password_with_salt(b"correct horse", &salt);
        assert_eq!(fresh.expect("a hash").to_string(), stored);
        let hash = PasswordHash::new(stored).expect("it is read");
        assert!(Argon2::default().verify_password(b"correct horse", &hash).is_ok());
        assert!(Argon2::default().verify_password(b"correct house", &hash).is_err());
        let wrapped = wrap("correct horse", &salt, &[0; 32]).expect("a cover");
        let cover = "d00b90c40f918cf889780d7d3a9ec3c2b1719df87dc5e4d4d93ea6163db04e17";
        assert_eq!(crate::secret::unhex(cover), Some(wrapped));
    }
}
